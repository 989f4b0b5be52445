"""The plugin: families, questions for the census, names of matroids, and pictures.

All of its modules are imported when a function is called, so that each hook loads only what it
offers.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from matroidlab.hookspecs import Family, NamedMatroids, Pictures, QuestionFamily, hookimpl
from matroidlab.protocol import Matroid

if TYPE_CHECKING:
    from matroidlab.orderability import Violation


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer the family ``named``, and those with parameters, such as ``wheel`` and ``spike``."""
    from matroidlab_atlas.catalogue.named import NamedMatroid, strategy  # noqa: PLC0415
    from matroidlab_atlas.parametric import parametric_families  # noqa: PLC0415

    examples = ({"name": "fano"}, {"name": "vamos"}, {"name": "k5-dual"})
    named = Family("named", NamedMatroid, examples=examples, strategy=strategy)
    return [named, *parametric_families()]


@hookimpl
def matroidlab_questions() -> Iterable[QuestionFamily]:
    """Offer the questions of `matroidlab_atlas.census.questions`."""
    from matroidlab_atlas.census.records import question_families  # noqa: PLC0415

    return question_families()


@hookimpl
def matroidlab_named_matroids() -> NamedMatroids:
    """Offer the catalogue."""
    return NamedMatroids(names=_names, matroid=_named, name_of=_name_of)


@hookimpl
def matroidlab_pictures() -> Pictures:
    """Offer graphs, points and lines, solids and lattices of flats, as SVG or PNG."""
    return Pictures(check=_check_picture, draw=_draw, draw_violation=_draw_violation, svg=_svg)


def _names() -> Sequence[str]:
    from matroidlab_atlas.catalogue.listing import catalogue, titles_of  # noqa: PLC0415

    # Titles such as "M(K4)" are names too: `matroidlab show "M(K4)"` looks them up here.
    titles = [title for entry in catalogue.values() for title in titles_of(entry)]
    return [*catalogue, *titles]


def _named(name: str) -> Matroid:
    from matroidlab_atlas.catalogue import NamedMatroid, catalogue  # noqa: PLC0415

    # The hook promises an UnknownNameError: the catalogue raises it, and NamedMatroid another one.
    return NamedMatroid(catalogue[name].name)


def _name_of(matroid: Matroid) -> str | None:
    from matroidlab_atlas.structure import name_of  # noqa: PLC0415

    return name_of(matroid)


def _check_picture(path: Path) -> None:
    from matroidlab_atlas.pictures.picture_files import refuse_picture  # noqa: PLC0415

    refuse_picture(path)


def _draw(matroid: Matroid, path: Path) -> str:
    from matroidlab_atlas.pictures.matroid_picture import save_matroid_picture  # noqa: PLC0415

    return save_matroid_picture(matroid, path)


def _draw_violation(violation: "Violation", path: Path) -> None:
    from matroidlab_atlas.pictures.violation import save_violation  # noqa: PLC0415

    save_violation(violation, path)


def _svg(matroid: Matroid) -> str | None:
    from matroidlab_atlas.pictures.drawing import notebook_svg  # noqa: PLC0415

    return notebook_svg(matroid)
