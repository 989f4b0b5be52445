"""What the atlas registers with matroidlab: a family, questions for the census, names and pictures."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from matroidlab.hookspecs import Family, NamedMatroids, Pictures, QuestionFamily, hookimpl
from matroidlab.orderability import Violation
from matroidlab.protocol import Matroid
from matroidlab_atlas.catalogue.listing import catalogue
from matroidlab_atlas.catalogue.named import NamedMatroid, strategy
from matroidlab_atlas.census.records import question_families


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``named``."""
    examples = ({"name": "fano"}, {"name": "vamos"}, {"name": "k5-dual"})
    return [Family("named", NamedMatroid, examples=examples, strategy=strategy)]


@hookimpl
def matroidlab_questions() -> Iterable[QuestionFamily]:
    """Offer base-orderability of all kinds, matrices, graphs, short circuits, transversals and minors."""
    return question_families()


@hookimpl
def matroidlab_named_matroids() -> NamedMatroids:
    """Offer the catalogue."""
    return NamedMatroids(_names, NamedMatroid, _name_of)


@hookimpl
def matroidlab_pictures() -> Pictures:
    """Offer graphs, points and lines, solids and lattices, as SVG or PNG."""
    return Pictures(_check_picture, _draw, _draw_violation)


def _names() -> Sequence[str]:
    return list(catalogue)


# What only some commands need is imported when it is called, so that listing the plugins stays fast.


def _name_of(matroid: Matroid) -> str | None:
    from matroidlab_atlas.structure import name_of  # noqa: PLC0415

    return name_of(matroid)


def _check_picture(path: Path) -> None:
    from matroidlab_atlas.pictures.picture_files import refuse_picture  # noqa: PLC0415

    refuse_picture(path)


def _draw(matroid: Matroid, path: Path) -> str:
    from matroidlab_atlas.pictures.matroid_picture import save_matroid_picture  # noqa: PLC0415

    return save_matroid_picture(matroid, path)


def _draw_violation(violation: Violation, path: Path) -> None:
    from matroidlab_atlas.pictures.violation import save_violation  # noqa: PLC0415

    save_violation(violation, path)
