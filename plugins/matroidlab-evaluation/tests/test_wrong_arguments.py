"""Whatever is given instead of an argument, the error says what is wrong with it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import matroidlab_evaluation as evaluation
from matroidlab import Bernoulli, UniformMatroid
from matroidlab.bandits import Stay
from matroidlab.errors import MatroidLabError

Call = tuple[Callable[..., object], dict[str, Any]]
WRONG: list[Any] = [None, 3, "x", [], {}, -1, float("nan"), [None], object()]
RESULTS = {"Drawn", "Estimate", "InterleavingMethod", "Interval"}
RESULTS |= {"ListsNeeded", "Pair", "Replay", "SlateLog"}
"""Names that are made by others, not by users."""
PAGE = UniformMatroid(4, 2)
RANKINGS = [[0, 1, 2, 3], [1, 3, 2, 0]]
CLICKS = Bernoulli([0.3, 0.3, 0.2, 0.2])


def calls() -> dict[str, Call]:
    rng = np.random.default_rng(1)
    log = evaluation.simulated_log({(0, 1): 0.5, (1, 0): 0.5}, CLICKS, count=20)
    made_of: dict[str, Any] = {"matroid": PAGE, "rankings": RANKINGS}
    safe: dict[str, Any] = {**made_of, "baseline": [2, 3], "cautious": [0.1, 0.2, 0.3, 0.4]}
    of_log = {"log": log, "target": [0, 1], "confidence": 0.9}
    draft = evaluation.TeamDraft(PAGE, RANKINGS)
    comparison = evaluation.Comparison(["a", "b"])
    needed = {"method": draft, "rewards": CLICKS, "delta": 0.5, "runs": 2, "most": 9, "seed": 1}
    shown = {"lists": {(0, 1): 1.0}, "rewards": CLICKS, "count": 9, "seed": 1}
    credit = {"delta": 0.1, "counting": "wins", "most_credit": 1.0}
    found: dict[str, Call] = {
        "SafeDraft": (evaluation.SafeDraft, {**safe, "swap_size": 1, "available": [True] * 4}),
        "SafeDraft.allows": (evaluation.SafeDraft(**safe).allows, {"lists": [[2, 3]]}),
        "Comparison": (evaluation.Comparison, {"rankers": ["a", "b"], **credit}),
        "Comparison.learn": (comparison.learn, {"credit": [0, 1]}),
        "Comparison.verdict": (comparison.verdict, {"first": "a", "second": "b"}),
        "Comparison.from_plain": (comparison.from_plain, {"plain": comparison.to_plain()}),
        "lists_needed": (evaluation.lists_needed, needed),
        "simulated_log": (evaluation.simulated_log, shown),
        "read_log": (evaluation.read_log, {"source": log.columns(), "columns": {}}),
        "replay": (evaluation.replay, {"policy": Stay(PAGE, [0, 1]), "log": log}),
        "replay of a policy that stays": (
            lambda **rest: evaluation.replay(Stay(PAGE, [0, 1]), log, **rest),
            {"baseline": [0, 1], "steps": 5, "seed": 1},
        ),
        "TargetScores": (evaluation.TargetScores, {"pscore": [0.5] * 20}),
        "probability": (draft.probability, {"items": [0, 1], "teams": [0, 1]}),
        "prefix_probabilities": (draft.prefix_probabilities, {"items": [0, 1]}),
        "team_probabilities": (draft.team_probabilities, {"items": [0, 1]}),
        "expected_credit": (draft.expected_credit, {"items": [0, 1], "clicks": [1, 0]}),
    }
    for name in ("sips", "iips", "rips", "cascade_dr", "item_wise", "evaluate"):
        found[name] = (getattr(evaluation, name), of_log)
    for kind in ("TeamDraft", "Balanced", "Optimised", "Probabilistic"):
        name = kind if kind == "TeamDraft" else f"{kind}Interleaving"
        method = getattr(evaluation, name)(**made_of)
        found[name] = (getattr(evaluation, name), made_of)
        found[f"{name}.draw"] = (method.draw, {"rng": rng})
        found[f"{name}.draw_many"] = (method.draw_many, {"count": 3, "rng": rng})
        found[f"{name}.credit"] = (method.credit, {"drawn": method.draw(rng), "clicks": [1, 0]})
    return found


def test_all_public_names_are_tried() -> None:
    assert {name for name in evaluation.__all__ if name not in calls()} == RESULTS


@pytest.mark.parametrize("name", list(calls()))
def test_a_wrong_argument_is_never_an_accident(name: str) -> None:
    call, given = calls()[name]
    call(**given)
    for argument in given:
        for wrong in WRONG:
            try:
                call(**(given | {argument: wrong}))
            except (MatroidLabError, FileNotFoundError):
                continue
            except (TypeError, ValueError) as error:
                says = str(error)
                named = ("must", "needs", "there is no", "cannot be compared", "be replayed")
                assert any(word in says for word in named), f"{argument}={wrong!r}: {says}"
