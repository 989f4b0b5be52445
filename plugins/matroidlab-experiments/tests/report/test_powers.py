"""How regret grows with a parameter: slopes, and the price of conservatism."""

from math import ceil, isnan
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab_experiments.configuration.experiment import Cell, as_experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.paper.price_of_caution import Price, prices_of
from matroidlab_experiments.paper.regret_scaling import Scaling, scalings_of
from matroidlab_experiments.report_pages.pictures.price import price_picture
from matroidlab_experiments.report_pages.pictures.scaling import scaling_picture
from matroidlab_experiments.report_pages.pictures.style import rendered
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import CellResult, Results


def with_regret(
    regret: Any, point: dict[str, object] | None = None, label: str = "A", **table: object
) -> CellResult:
    runs = np.array(regret, dtype=np.float64)[:, None]
    return CellResult(Cell(point or {}, label, table), {"regret": runs, "steps": np.array([100])})


@settings(max_examples=30)
@given(power=st.floats(-3, 3), factor=st.floats(0.1, 1e4), runs=st.integers(1, 3))
def test_the_slope_of_a_power_is_the_power(power: float, factor: float, runs: int) -> None:
    ranks = np.array([2, 3, 5, 8])
    regret = np.tile(factor * ranks[:, None] ** power, runs)
    scaling = Scaling(0.4, ranks, regret)
    assert scaling.slope == pytest.approx(power, abs=1e-9)
    assert scaling.slope_error == pytest.approx(0, abs=1e-6)
    assert scaling.line == pytest.approx(regret[:, 0])


def test_the_error_of_a_slope_is_the_spread_of_slopes_over_repetitions() -> None:
    rng = np.random.default_rng(0)
    ranks = np.array([2, 4, 8])
    repeated = [
        Scaling(0.4, ranks, ranks[:, None] ** 2 * rng.normal(10, 1, (3, 20))) for _ in range(400)
    ]
    spread = np.std([scaling.slope for scaling in repeated], ddof=1)
    # 400 repetitions estimate the spread to within 4 %; allow three such errors and the bias.
    assert np.mean([scaling.slope_error for scaling in repeated]) == pytest.approx(spread, rel=0.15)


def test_regret_that_is_nothing_has_no_slope_and_is_drawn() -> None:
    scaling = Scaling(0.4, np.array([2, 4]), np.array([[0.0], [5.0]]))
    assert isnan(scaling.slope)
    picture = scaling_picture([scaling], horizon=100)
    assert "slope none" in picture.words
    rendered(picture.draw)


def test_a_sweep_over_rank_and_gap_has_a_scaling_for_each_gap(scaling: Results) -> None:
    found = scalings_of(scaling)
    assert [one.gap for one in found] == [0.8, 0.4]
    assert [one.paper for one in found] == [2.99, 2.98]
    for one in found:
        assert one.ranks.tolist() == [2, 3, 4]
        at = {
            cell.cell.point["problem.rank"]: cell
            for cell in scaling.cells
            if cell.cell.point["problem.gap"] == one.gap
        }
        assert one.mean.tolist() == [at[rank].mean("regret")[-1] for rank in (2, 3, 4)]


def results(sweep: dict[str, list[object]], cells: list[CellResult]) -> Results:
    table = {"name": "x", "horizon": 100, "policies": [{}], "problem": {}, "sweep": sweep}
    return Results(as_experiment(table), cells, {}, None)  # type: ignore[arg-type]


def test_the_parameter_with_most_numbers_is_taken_where_rank_is_not_swept() -> None:
    sweep: dict[str, list[object]] = {
        "swap_size": [1, 2],
        "horizon": [10, 20, 40],
        "problem.kind": list("abcd"),
    }
    cells = [
        with_regret([n], {"swap_size": s, "horizon": n, "problem.kind": k})
        for s in (1, 2)
        for n in (10, 20, 40)
        for k in "abcd"
    ]
    found = scalings_of(results(sweep, cells))
    assert {one.parameter for one in found} == {"horizon"}
    assert [one.label for one in found[:2]] == ["A, swap_size 1, kind a", "A, swap_size 1, kind b"]
    assert [round(one.slope, 9) for one in found] == [1.0] * 8
    assert all(isnan(one.paper) for one in found)


@pytest.mark.parametrize(
    "sweep", [{}, {"problem.kind": ["a", "b"]}, {"horizon": [10]}, {"first_look": [True, False]}]
)
def test_nothing_to_grow_with_gives_no_scaling(sweep: dict[str, list[object]]) -> None:
    assert scalings_of(results(sweep, [])) == []


def priced(rank: int, regret: dict[int, list[float]]) -> Price:
    return Price("A", rank, np.array([float(m) for m in regret]), np.array(list(regret.values())))


@settings(max_examples=30)
@given(rank=st.integers(3, 20), data=st.data(), gap=st.floats(0.1, 100), rest=st.floats(0, 100))
def test_regret_of_either_shape_is_met_by_its_curve(
    rank: int, data: st.DataObject, gap: float, rest: float
) -> None:
    inner = data.draw(st.sets(st.integers(2, rank - 1), min_size=1))
    sizes = [1, *sorted(inner), rank]
    ours = priced(rank, {m: [rest + gap * (ceil(rank / m) - 1)] for m in sizes})
    papers = priced(rank, {m: [rest + gap * (rank - m)] for m in sizes})
    assert ours.ours == pytest.approx(ours.mean)
    assert papers.papers == pytest.approx(papers.mean)
    for price in (ours, papers):
        assert price.ours[[0, -1]] == pytest.approx(price.mean[[0, -1]])
        assert price.papers[[0, -1]] == pytest.approx(price.mean[[0, -1]])


def test_a_sweep_over_swap_sizes_has_a_price(price: Results) -> None:
    (found,) = prices_of(price, Problems(ExperimentBuilder.with_plugins()))
    assert (found.rank, found.swap_sizes.tolist(), found.alpha.tolist()) == (
        4,
        [1, 2, 4],
        [0.25, 0.5, 1],
    )
    by_size = {
        cell.cell.point["policies.*.swap_size"]: cell.mean("regret")[-1] for cell in price.cells
    }
    assert found.mean.tolist() == [by_size[m] for m in (1, 2, 4)]
    assert "K = 4" in price_picture([found]).words


@pytest.mark.parametrize("sizes", [[1, 2], [7, 8], [1, 12], [5]])
def test_prices_of_any_sizes_are_drawn(sizes: list[int]) -> None:
    picture = price_picture([priced(12, {m: [100.0 - m, 101.0 - m] for m in sizes})])
    rendered(picture.draw)
    assert f"m = {sizes[0]}: " in picture.words
