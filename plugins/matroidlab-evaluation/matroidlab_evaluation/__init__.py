"""Evaluation with matroidlab: which ranker is better, and what would another policy have earned.

`TeamDraft` and the other methods mix the lists of several rankers into one that keeps the rules of
the page, with exact probabilities; `Comparison` says which ranker is better as soon as it is known.
`SlateLog` reads a log, and `sips`, `iips`, `rips`, `cascade_dr`, `item_wise` and `replay` estimate
from it what lists and policies that were never shown would have earned. The names are imported when
they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab_evaluation.comparison.comparison import Comparison, Pair
    from matroidlab_evaluation.comparison.evidence import Interval
    from matroidlab_evaluation.comparison.lists_needed import ListsNeeded, lists_needed
    from matroidlab_evaluation.interleaving.balanced import BalancedInterleaving
    from matroidlab_evaluation.interleaving.method import Drawn, InterleavingMethod
    from matroidlab_evaluation.interleaving.optimised import OptimisedInterleaving
    from matroidlab_evaluation.interleaving.probabilistic import ProbabilisticInterleaving
    from matroidlab_evaluation.interleaving.safe_draft import SafeDraft
    from matroidlab_evaluation.interleaving.team_draft import TeamDraft
    from matroidlab_evaluation.off_policy.doubly_robust import cascade_dr
    from matroidlab_evaluation.off_policy.estimate import Estimate
    from matroidlab_evaluation.off_policy.evaluate import evaluate
    from matroidlab_evaluation.off_policy.inverse_propensity import iips, rips, sips
    from matroidlab_evaluation.off_policy.item_wise import item_wise
    from matroidlab_evaluation.off_policy.reading import read_log
    from matroidlab_evaluation.off_policy.replay import Replay, replay
    from matroidlab_evaluation.off_policy.simulated import simulated_log
    from matroidlab_evaluation.off_policy.slate_log import SlateLog
    from matroidlab_evaluation.off_policy.target import TargetScores

_HOMES = {
    "comparison.comparison": "Comparison Pair",
    "comparison.evidence": "Interval",
    "comparison.lists_needed": "ListsNeeded lists_needed",
    "interleaving.balanced": "BalancedInterleaving",
    "interleaving.method": "Drawn InterleavingMethod",
    "interleaving.optimised": "OptimisedInterleaving",
    "interleaving.probabilistic": "ProbabilisticInterleaving",
    "interleaving.safe_draft": "SafeDraft",
    "interleaving.team_draft": "TeamDraft",
    "off_policy.doubly_robust": "cascade_dr",
    "off_policy.estimate": "Estimate",
    "off_policy.evaluate": "evaluate",
    "off_policy.inverse_propensity": "iips rips sips",
    "off_policy.item_wise": "item_wise",
    "off_policy.reading": "read_log",
    "off_policy.replay": "Replay replay",
    "off_policy.simulated": "simulated_log",
    "off_policy.slate_log": "SlateLog",
    "off_policy.target": "TargetScores",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "BalancedInterleaving",
    "Comparison",
    "Drawn",
    "Estimate",
    "InterleavingMethod",
    "Interval",
    "ListsNeeded",
    "OptimisedInterleaving",
    "Pair",
    "ProbabilisticInterleaving",
    "Replay",
    "SafeDraft",
    "SlateLog",
    "TargetScores",
    "TeamDraft",
    "cascade_dr",
    "evaluate",
    "iips",
    "item_wise",
    "lists_needed",
    "read_log",
    "replay",
    "rips",
    "simulated_log",
    "sips",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'matroidlab_evaluation' has no attribute {name!r}")
    value: object = getattr(import_module(f"matroidlab_evaluation.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
