"""Logs are the same from rows, columns, frames and CSV files, and faults are named."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import Bernoulli
from matroidlab.errors import FormatError
from matroidlab_evaluation import (
    SlateLog,
    TargetScores,
    evaluate,
    iips,
    read_log,
    rips,
    simulated_log,
    sips,
)

LISTS = {(0, 1): 0.5, (2, 1): 0.25, (2, 0): 0.25}
LOG = simulated_log(LISTS, Bernoulli([0.5, 0.4, 0.3]), count=200, seed=1)


def rows_of(log: SlateLog) -> list[dict[str, Any]]:
    columns = {name: column.tolist() for name, column in log.columns().items()}
    return [
        dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)
    ]


def assert_same(found: SlateLog, expected: SlateLog = LOG) -> None:
    target = [2, 0]
    for one, other in zip(evaluate(found, target), evaluate(expected, target), strict=True):
        assert one.value == pytest.approx(other.value)
        assert one.standard_error == pytest.approx(other.standard_error)


def test_rows_and_columns_give_the_log_back() -> None:
    assert_same(read_log(rows_of(LOG)))
    assert_same(read_log(LOG.columns()))


@given(st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(random: Any) -> None:
    rows = rows_of(LOG)
    random.shuffle(rows)
    found = {one.estimator: one.value for one in evaluate(read_log(rows), [2, 0])}
    for one in evaluate(LOG, [2, 0]):
        if one.estimator != "cascade DR":  # its halves depend on the order
            assert found[one.estimator] == pytest.approx(one.value)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_data_frame_is_a_log(library: str) -> None:
    frames = pytest.importorskip(library)
    assert_same(read_log(frames.DataFrame(rows_of(LOG))))


def test_a_csv_file_is_a_log(tmp_path: Path) -> None:
    rows = rows_of(LOG)
    with (tmp_path / "log.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [*rows[0], "other"])
        writer.writeheader()
        writer.writerows({**row, "other": "x"} for row in rows)
    found = read_log(tmp_path / "log.csv")
    assert set(found.items) == {"0", "1", "2"}
    assert sips(found, ["2", "0"]).value == pytest.approx(sips(LOG, [2, 0]).value)


def test_lists_without_an_answer_are_left_out_and_counted() -> None:
    rows = rows_of(LOG)
    rows[1]["reward"] = None
    found = read_log(rows)
    assert (len(found), found.left_out) == (199, 1)


def test_single_rows_at_several_positions_are_lists_of_one_item() -> None:
    # As in Open Bandit data: each row is an impression of its own, with its position.
    log = read_log(
        {
            "slate_id": np.arange(4),
            "position": [1, 2, 3, 1],
            "action": [5, 5, 6, 6],
            "reward": [1, 0, 1, 0],
            "pscore": [0.5, 0.5, 0.25, 0.25],
        }
    )
    assert log.actions.shape == (4, 3)
    assert log.value == 0.5


def test_on_single_items_sips_is_the_inverse_propensity_weighting_of_open_bandit_data() -> None:
    rng = np.random.default_rng(1)
    count = 2_000
    pscore = rng.choice([0.1, 0.25, 0.5], size=count)
    scores = rng.random(count)
    reward = (rng.random(count) < 0.1).astype(float)
    columns = {
        "slate_id": np.arange(count),
        "position": rng.integers(1, 4, size=count),
        "action": rng.integers(0, 30, size=count),
        "reward": reward,
        "pscore": pscore,
    }
    weights = scores / pscore
    target = TargetScores(pscore=scores)
    assert sips(columns, target).value == pytest.approx((weights * reward).mean())
    normalised = sips(columns, target, self_normalised=True)
    assert normalised.value == pytest.approx((weights * reward).sum() / weights.sum())


def test_estimators_take_what_a_log_is_read_from() -> None:
    rows = rows_of(LOG)
    for one, other in zip(evaluate(rows, [2, 0]), evaluate(LOG, [2, 0]), strict=True):
        assert one.value == pytest.approx(other.value)


def row(**changes: object) -> dict[str, object]:
    return {"slate_id": 1, "position": 0, "action": "a", "reward": 1.0, "pscore": 0.5, **changes}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "the log has no rows"),
        ([{"slate_id": 1, "position": 0, "action": 1}], "lacks the column reward"),
        ([row(), row(action="b")], "the list 1 has two items at position 0"),
        ([row(), row(position=1, pscore=0.25)], "pscore must be the same in all rows of a list"),
        ([row(pscore=0.0)], "pscore must be the probability of what was shown, above 0"),
        ([row(reward=float("inf"))], "reward must hold finite numbers, got inf in row 1"),
        ([row(reward="much")], "the column reward must hold numbers"),
        ([row(), {"slate_id": 1}], "a row of the log lacks 'position'"),
        ([row(reward=None)], "no list whose rewards are all known"),
    ],
)
def test_faults_of_a_log_are_named(rows: list[dict[str, object]], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_log(rows)


def test_a_column_that_is_needed_is_named() -> None:
    log = read_log([row()])
    with pytest.raises(FormatError, match="needs the column pscore_item_position"):
        iips(log, ["a"])
    with pytest.raises(FormatError, match="needs the column pscore_cascade"):
        rips(log, ["a"])
    assert [one.estimator for one in evaluate(log, ["a"])] == ["SIPS", "SNSIPS"]


def test_something_else_is_not_a_log() -> None:
    with pytest.raises(TypeError, match="a log must be rows, columns, a data frame or the path"):
        read_log(3)


OPEN_BANDIT = {"action": "item_id", "reward": "click", "pscore": "propensity_score"}


def test_a_file_of_open_bandit_data_is_a_log_of_single_items(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    items = rng.integers(0, 34, size=500)
    clicks = (rng.random(500) < 0.3).astype(int)
    pscore = rng.choice([0.02, 0.1, 0.5], size=500)
    lines = [
        f"{i},2019-11-24,{item},{1 + i % 3},{click},{chance},x"
        for i, (item, click, chance) in enumerate(zip(items, clicks, pscore, strict=True))
    ]
    header = ",timestamp,item_id,position,click,propensity_score,user_feature_0"
    (tmp_path / "men.csv").write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    log = read_log(tmp_path / "men.csv", columns=OPEN_BANDIT)
    assert (len(log), log.positions) == (500, (1, 2, 3))
    assert log.value == pytest.approx(clicks.mean())
    weights = (1 / 34) / pscore
    target = TargetScores(pscore=np.full(500, 1 / 34))
    assert sips(log, target).value == pytest.approx((weights * clicks).mean())
    normalised = sips(log, target, self_normalised=True)
    assert normalised.value == pytest.approx((weights * clicks).sum() / weights.sum())


def test_wrong_names_of_columns_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"columns must rename slate_id, .* got 'item'"):
        read_log([row()], columns={"item": "action"})
    (tmp_path / "log.csv").write_text("item_id,position,propensity_score\n1,1,0.5\n")
    with pytest.raises(
        FormatError, match="lacks the column click; it must have slate_id, position"
    ):
        read_log(tmp_path / "log.csv", columns=OPEN_BANDIT)


def test_columns_of_different_lengths_are_refused() -> None:
    columns = {"slate_id": [1], "position": [0, 1], "action": [1], "reward": [1.0]}
    with pytest.raises(FormatError, match="1 rows, but the column position has the shape"):
        read_log(columns)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match="is not a CSV file in UTF-8"):
        read_log(tmp_path / "log.csv")
    with pytest.raises(TypeError, match="a row of a log must be a mapping by column, got 1"):
        read_log([1, 2])


def test_text_among_numbers_is_named_with_its_line(tmp_path: Path) -> None:
    lines = ["slate_id,position,action,reward", "1,0,a,1", "1,1,b,", "2,0,a,yes"]
    (tmp_path / "log.csv").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(FormatError, match=r"column reward must hold numbers, got 'yes' in line 4"):
        read_log(tmp_path / "log.csv")
    (tmp_path / "log.csv").write_text("\n".join(lines[:3]) + "\n3,0,a\n", encoding="utf-8")
    with pytest.raises(FormatError, match="line 4 has 3 fields, the header 4"):
        read_log(tmp_path / "log.csv")


def test_the_address_of_a_service_is_not_a_log() -> None:
    with pytest.raises(TypeError, match=r"address of a service, which .*: read_log\(service.log"):
        read_log("sqlite:///lists.db")


class Frame:
    """The part of a data frame that is used: ``columns``, and columns with ``to_numpy``."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.columns = list(table)
        self._table = table

    def __getitem__(self, name: str) -> "Frame":
        return Frame({name: self._table[name]})

    def to_numpy(self) -> Any:
        return np.asarray(self._table[self.columns[0]])


def test_an_object_with_columns_that_convert_to_numpy_is_a_log() -> None:
    assert_same(read_log(Frame(dict(LOG.columns()))))
