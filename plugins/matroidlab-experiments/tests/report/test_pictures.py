"""Which pictures an experiment gets, and what they say."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from matroidlab_experiments.configuration.experiment import Cell, as_experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.report_pages.pictures.axes import Picture
from matroidlab_experiments.report_pages.pictures.chosen import POINTS, pictures_of
from matroidlab_experiments.report_pages.pictures.comparison import comparison_picture
from matroidlab_experiments.report_pages.pictures.regret import regret_picture
from matroidlab_experiments.report_pages.pictures.style import SERIES_COLOURS, look, rendered
from matroidlab_experiments.report_pages.pictures.violations import (
    violation_words,
    violations_picture,
)
from matroidlab_experiments.report_pages.tables import summary_table
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import CellResult, Results
from matroidlab_experiments.result_files.summary import summary_rows

Run = Callable[..., Results]


@pytest.fixture(scope="module")
def problems() -> Problems:
    return Problems(ExperimentBuilder.with_plugins())


def names(pictures: list[Picture]) -> list[str]:
    return [picture.name for picture in pictures]


def result(label: str, *, steps: int = 100, swap_size: int = 1, **quantities: Any) -> CellResult:
    """An invented result of a policy: ``quantities`` are (runs, checkpoints)."""
    given = {name: np.atleast_2d(np.array(values)) for name, values in quantities.items()}
    shape = next(iter(given.values())).shape
    arrays: dict[str, NDArray[Any]] = {
        name: np.zeros(shape) for name in ("regret", "violations", "exchange_violations")
    }
    count = shape[1]
    table = {"policy": {"policy": "omm"}, "horizon": steps, "first_look": True}
    arrays |= {"steps": np.arange(1, count + 1) * steps // count, "swap_size": np.array(swap_size)}
    return CellResult(Cell({}, label, table), arrays | given)


def test_pictures_follow_the_figure(
    small: Results, scaling: Results, price: Results, comparison: Results, problems: Problems
) -> None:
    assert names(pictures_of(small, problems)) == ["regret", "violations", "bound"]
    assert names(pictures_of(scaling, problems)) == ["scaling"]
    assert names(pictures_of(price, problems)) == ["price"]
    assert names(pictures_of(comparison, problems)) == [
        "comparison",
        "regret",
        "violations",
        "bound",
    ]


@pytest.mark.parametrize("figure", ["scaling", "price"])
def test_a_figure_without_its_sweep_is_curves(run: Run, problems: Problems, figure: str) -> None:
    asked = run(figure=figure, policies=[{"policy": "stay"}])
    assert names(pictures_of(asked, problems)) == ["regret"]


def test_a_sweep_has_curves_for_its_first_points(run: Run, problems: Problems) -> None:
    swept = run(
        policies=[{"policy": "stay"}], sweep={"horizon": list(range(10, 10 * POINTS + 30, 10))}
    )
    pictures = pictures_of(swept, problems)
    assert names(pictures) == [f"regret-{i}" for i in range(1, POINTS + 1)]
    assert pictures[0].title.endswith("horizon = 10")


def test_no_broken_constraint_is_said_and_not_drawn(run: Run) -> None:
    cells = run(
        policies=[{"policy": "iucb1", "label": "A"}, {"policy": "stay", "label": "B"}]
    ).cells
    assert violations_picture(cells) is None
    assert violation_words(cells) == (
        "A and B: no list of any run broke the constraint in 60 actions. Counted for m = 1."
    )


def test_readings_that_differ_are_both_drawn() -> None:
    kept = result("A", violations=[[0, 0]])
    broken = result("B", violations=[[3, 7]], exchange_violations=[[4, 9]])
    picture = violations_picture([kept, broken])
    assert picture is not None
    assert "7 read with any bijection, 9 read with an exchange bijection" in picture.words
    svg, _ = rendered(picture.draw, height=picture.height)
    assert b"constraint, any bijection" in svg
    assert b"constraint, an exchange bijection" in svg


def test_readings_that_agree_are_drawn_once() -> None:
    picture = violations_picture([result("B", violations=[[3, 7]], exchange_violations=[[3, 7]])])
    assert picture is not None
    same = "Both readings, with any bijection and with an exchange bijection, give the same counts."
    assert picture.caption == f"Counted for m = 1. {same}"


@pytest.mark.parametrize(
    "regret",
    [[[5.0]], [[1.0, 5.0]], [[5.0], [6.0]], [[0.0, 0.0]], [[1.0, 2.0], [1.0, 3.0]]],
    ids=["one run, one checkpoint", "one run", "one checkpoint", "no regret", "two runs"],
)
def test_curves_of_any_shape_are_drawn(regret: list[list[float]]) -> None:
    picture = regret_picture([result("A", regret=regret)])
    assert picture.draw is not None
    svg, png = rendered(picture.draw)
    assert b"<svg" in svg
    assert png[1:4] == b"PNG"
    assert ("±" in picture.words) == (len(regret) > 1)


def test_a_reading_that_was_not_counted_is_a_dash(small: Results) -> None:
    for cell in small.cells:
        assert cell.has("exchange_violations")
    cells = [
        replace(
            cell,
            arrays={
                name: cell.arrays[name] for name in cell.arrays if name != "exchange_violations"
            },
        )
        for cell in small.cells
    ]
    picture = violations_picture(cells)
    assert picture is not None
    assert picture.caption.startswith(
        "Counted for m = 1. For I-UCB1, OMM and stay, only the reading with any bijection"
    )
    rendered(picture.draw)
    rendered(comparison_picture(cells).draw)
    assert '<td class="mean">\N{EN DASH}</td>' in summary_table(replace(small, cells=cells))
    assert summary_rows(replace(small, cells=cells))[0]["exchange_violations"] is None


def test_a_single_run_has_no_error(run: Run, problems: Problems) -> None:
    single = run(runs=1, checkpoints=1, figure="comparison")
    for picture in pictures_of(single, problems):
        assert "±" not in picture.words
        rendered(picture.draw, height=picture.height)


def test_series_differ_without_colours() -> None:
    looks = [look(i) for i in range(28)]
    assert len({(style.marker, str(style.dashes)) for style in looks}) == 28
    assert len({style.colour for style in looks[:7]}) == len(SERIES_COLOURS) == 7


def test_the_figure_of_an_experiment_is_checked() -> None:
    table = {"name": "x", "horizon": 1, "policies": [{}], "problem": {}, "figure": "pie"}
    with pytest.raises(
        ValueError, match=r"figure: Input should be 'curves', 'scaling', 'price' or 'comparison'"
    ):
        as_experiment(table)
