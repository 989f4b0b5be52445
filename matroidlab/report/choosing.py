"""Which pictures an experiment gets: those that its configuration names, as far as its results have the shape."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from matroidlab.experiments.price import prices_of
from matroidlab.experiments.rebuilding import Problems
from matroidlab.experiments.results import CellResult, Results, by_point
from matroidlab.experiments.scaling import scalings_of
from matroidlab.experiments.sweeps import point_name
from matroidlab.report.axes import Picture
from matroidlab.report.comparison import comparison_picture
from matroidlab.report.constraint import violations_picture
from matroidlab.report.price import price_picture
from matroidlab.report.regret import bound_picture, regret_picture
from matroidlab.report.scaling import scaling_picture

POINTS = 6
"""Of a sweep, so many points are drawn one by one; all of them are in the table."""


def pictures_of(results: Results, problems: Problems) -> list[Picture]:
    """Return the pictures of an experiment: curves wherever what it asks for cannot be drawn."""
    figure = results.experiment.figure
    if figure == "scaling" and (scalings := scalings_of(results)):
        return [scaling_picture(scalings, horizon=_horizon(results))]
    if figure == "price" and (prices := prices_of(results, problems)):
        return [price_picture(prices)]
    return [
        _at(picture, i, point_name(point)) if point else picture
        for i, (point, cells) in enumerate(islice(by_point(results), POINTS))
        for picture in _curves(cells, problems, comparison=figure == "comparison")
    ]


def _curves(cells: list[CellResult], problems: Problems, *, comparison: bool) -> Iterator[Picture]:
    if comparison:
        yield comparison_picture(cells)
    yield regret_picture(cells)
    if (violations := violations_picture(cells)) is not None:
        yield violations
    if (bound := bound_picture(cells, problems)) is not None:
        yield bound


def _at(picture: Picture, i: int, point: str) -> Picture:
    return replace(
        picture,
        name=f"{picture.name}-{i + 1}",
        title=f"{picture.title}, {point}",
        words=f"{point}. {picture.words}",
    )


def _horizon(results: Results) -> int | None:
    horizons = {int(result.steps[-1]) for result in results.cells}
    return horizons.pop() if len(horizons) == 1 else None
