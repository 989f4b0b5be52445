"""The part of the page that is about one experiment."""

from dataclasses import dataclass
from pathlib import Path

from matroidlab.experiments.results import Results
from matroidlab.experiments.storage import write_whole
from matroidlab.report.axes import Picture
from matroidlab.report.choosing import POINTS, pictures_of, points_of
from matroidlab.report.configuration_text import configuration_text
from matroidlab.report.constraint import violation_words
from matroidlab.report.figures import rendered
from matroidlab.report.html import Html, element, together
from matroidlab.report.inline import inline_svg
from matroidlab.report.problems import Problems
from matroidlab.report.tables import summary_table


@dataclass(frozen=True)
class Section:
    """What the page says of one experiment, and what its top must know of it."""

    name: str
    title: str
    notes: tuple[str, ...]
    content: Html


def section_of(results: Results, name: str, problems: Problems, out: Path) -> Section:
    """Return the section of an experiment; its pictures are written to ``out`` as files, too."""
    notes = tuple(problems.notes(results))
    ...
