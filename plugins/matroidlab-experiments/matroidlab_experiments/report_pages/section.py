"""The section of the page about one experiment."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path

from matroidlab_experiments.report_pages.html import Html, element, lines
from matroidlab_experiments.report_pages.inline_svg import inline_svg
from matroidlab_experiments.report_pages.pictures.axes import Picture
from matroidlab_experiments.report_pages.pictures.chosen import POINTS, pictures_of
from matroidlab_experiments.report_pages.pictures.style import write_picture
from matroidlab_experiments.report_pages.pictures.violations import violation_words
from matroidlab_experiments.report_pages.tables import comparison_table, summary_table
from matroidlab_experiments.result_files.rebuilt_problems import Problems
from matroidlab_experiments.result_files.results import Results


@dataclass(frozen=True)
class Section:
    """The content of a section, and what the head of the page needs from it."""

    name: str
    title: str
    notes: tuple[str, ...]
    content: Html
    tile: Html | None
    """The first picture, for the head of a page of several sections."""


def section_of(results: Results, name: str, problems: Problems, out: Path) -> Section:
    """Return the section of an experiment, and write its pictures to ``out``."""
    pictures = pictures_of(results, problems)
    figures = [_figure(picture, f"{name}-{picture.name}", out) for picture in pictures]
    content = [
        element("p", _facts(results, problems), class_="facts"),
        *(
            element("p", element("strong", "About the data: "), note, class_="note")
            for note in problems.notes(results)
        ),
        *(element("p", remark) for remark in _remarks(results, problems, pictures)),
        element("div", lines(figures), class_="pictures"),
        summary_table(results),
        *filter(None, [comparison_table(results)]),
        _details("Configuration", _configuration(results)),
        _details(
            "Versions",
            "\n".join(f"{part} {version}" for part, version in sorted(results.versions.items())),
        ),
    ]
    title = results.experiment.title or results.experiment.name
    tile = _tile(pictures[0], f"{name}-{pictures[0].name}", out) if pictures else None
    return Section(name, title, tuple(problems.notes(results)), lines(content), tile)


def _tile(picture: Picture, name: str, out: Path) -> Html:
    """The same picture again, under names of its own."""
    vector = (out / f"{name}.svg").read_bytes()
    return inline_svg(vector, name=f"tile-{name}", title=picture.title, words=picture.words)


def _figure(picture: Picture, name: str, out: Path) -> Html:
    vector, pixels = write_picture(picture.draw, out / name, height=picture.height)
    files = [element("a", path.suffix[1:].upper(), href=path.name) for path in (vector, pixels)]
    return element(
        "figure",
        element("h3", picture.title),
        inline_svg(vector.read_bytes(), name=name, title=picture.title, words=picture.words),
        element(
            "figcaption",
            *(
                [element("p", picture.caption.replace(" %", "\N{NO-BREAK SPACE}%"))]
                if picture.caption
                else []
            ),
            element("p", files[0], " · ", files[1]),
        ),
    )


def _facts(results: Results, problems: Problems) -> str:
    """The size of the experiment, without line breaks inside an entry."""
    return " · ".join(
        fact.replace(" ", "\N{NO-BREAK SPACE}") for fact in _numbers(results, problems)
    )


def _numbers(results: Results, problems: Problems) -> Iterator[str]:
    built = [problems.of(result.cell) for result in results.cells]
    shapes = {
        (problem.matroid.rank, problem.matroid.size) for problem in built if problem is not None
    }
    if len(shapes) == 1:
        yield "lists of {} of {:,} items".format(*shapes.pop())
    experiment = results.experiment
    horizons = sorted({int(result.steps[-1]) for result in results.cells})
    yield f"{' or '.join(f'{n:,}' for n in horizons)} actions"
    yield f"{experiment.runs:,} runs" if experiment.runs > 1 else "a single run"
    yield f"seed {experiment.seed}"


def _remarks(results: Results, problems: Problems, pictures: list[Picture]) -> Iterator[str]:
    """Remarks that the pictures do not show."""
    for fault in problems.faults(results):
        yield (
            "A problem cannot be built here, so its notes and the bounds of theorems are missing: "
            f"{fault}"
        )
    points = prod(map(len, results.experiment.sweep.values()))
    if any(picture.name.startswith("regret") for picture in pictures):
        if points > POINTS:
            yield (
                f"Of the {points:,} points of the sweep, the first {POINTS} are drawn; the table "
                "has all of them."
            )
        if not any(picture.name.startswith("violations") for picture in pictures):
            yield violation_words(results.cells)


def _configuration(results: Results) -> str:
    return json.dumps(
        results.experiment.model_dump(exclude_none=True), indent=2, ensure_ascii=False
    )


def _details(summary: str, text: str) -> Html:
    return element("details", element("summary", summary), element("pre", text))
