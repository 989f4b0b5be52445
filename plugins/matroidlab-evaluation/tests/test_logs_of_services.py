"""The log of a service is valued as it is: exact probabilities, whole numbers as identifiers."""

from pathlib import Path
from random import Random

import pytest

from matroidlab_evaluation import evaluate, item_wise, read_log, sips

serving = pytest.importorskip("matroidlab_serving", reason="it needs matroidlab-serving")

LIKED = {"b-0": 0.5, "b-1": 0.45, "b-2": 0.5, "f-0": 0.4, "f-1": 0.4}


def served(place: Path, dealing: str) -> list[dict[str, object]]:
    coins = Random(3)
    items = {key: "books" if key.startswith("b") else "films" for key in LIKED}
    with serving.Service.open(
        f"sqlite:///{place / 'lists.db'}",
        serving.Slots({"books": 2, "films": 1}),
        items=items,
        baseline=["b-0", "b-1", "f-0"],
        dealing=dealing,
        seed=1,
    ) as service:
        for _ in range(1_200):
            shown = service.recommend()
            clicks = {key: 1.0 for key in shown.items if coins.random() < LIKED[key]}
            service.observe(shown.token, clicks, missing=0.0)
        rows: list[dict[str, object]] = list(service.log())
        return rows


@pytest.mark.parametrize("dealing", ["shuffled", "independent"])
def test_the_baseline_is_valued_item_by_item_from_the_log_of_a_service(
    tmp_path: Path, dealing: str
) -> None:
    rows = served(tmp_path, dealing)
    assert {type(row["slate_id"]) for row in rows} == {int}
    log = read_log(rows)
    assert len(log) == 1_200
    assert log.pscore is not None
    assert log.pscore_cascade is not None
    assert log.pscore_item_position is not None
    assert (log.pscore_cascade[:, -1] == log.pscore).all()
    assert (log.pscore_cascade[:, 0] == log.pscore_item_position[:, 0]).all()
    assert (log.pscore_cascade[:, :-1] >= log.pscore_cascade[:, 1:]).all()
    baseline = ["b-0", "b-1", "f-0"]
    found = item_wise(log, baseline)
    assert abs(found.value - 1.35) <= 3 * found.standard_error
    whole = sips(log, baseline)
    assert not whole.is_supported or whole.effective_sample_size < found.effective_sample_size
    assert len(evaluate(log, baseline)) == 8
