"""Choose the pictures of an experiment by its key ``figure`` and the shape of its results."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from matroidlab_experiments.configuration.sweeps import point_name
from matroidlab_experiments.paper.price_of_caution import prices_of
from matroidlab_experiments.paper.regret_scaling import scalings_of
from matroidlab_experiments.report_pages.pictures.axes import Picture
from matroidlab_experiments.report_pages.pictures.comparison import comparison_picture
from matroidlab_experiments.report_pages.pictures.price import price_picture
from matroidlab_experiments.report_pages.pictures.regret import bound_picture, regret_picture
from matroidlab_experiments.report_pages.pictures.scaling import scaling_picture
from matroidlab_experiments.report_pages.pictures.violations import violations_picture
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import CellResult, Results, by_point

POINTS = 6
"""At most this many points of a sweep are drawn one by one; the table has all of them."""


def pictures_of(results: Results, problems: Problems) -> list[Picture]:
    """Return the pictures of an experiment; curves if the requested kind cannot be drawn."""
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
