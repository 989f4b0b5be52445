"""The questions that come with the library, as records; what answers them is imported when one is built."""

from collections.abc import Iterable

from matroidlab.hookspecs import Question, QuestionFamily
from matroidlab.parameters import Parameters


def strongly_base_orderable() -> Question:
    """Whether every two bases have a bijection by which any part can be exchanged at once."""
    from matroidlab_atlas.census.questions import StronglyBaseOrderable  # noqa: PLC0415 - only if it is asked

    return StronglyBaseOrderable()


def base_orderable() -> Question:
    """Whether every two bases have a bijection by which single elements can be exchanged in both."""
    from matroidlab_atlas.census.questions import BaseOrderable  # noqa: PLC0415

    return BaseOrderable()


def k_base_orderable(k: int) -> Question:
    """Whether every two bases have a bijection by which up to k elements at a time can be exchanged in both."""
    from matroidlab_atlas.census.questions import KBaseOrderable  # noqa: PLC0415

    return KBaseOrderable(k)


def binary() -> Question:
    """Whether the matroid is that of the columns of a matrix over GF(2)."""
    from matroidlab_atlas.census.questions import Binary  # noqa: PLC0415

    return Binary()


def graphic() -> Question:
    """Whether the matroid is that of the edges of a graph."""
    from matroidlab_atlas.census.questions import Graphic  # noqa: PLC0415

    return Graphic()


def paving() -> Question:
    """Whether every circuit has at least as many elements as a basis."""
    from matroidlab_atlas.census.questions import Paving  # noqa: PLC0415

    return Paving()


def transversal() -> Question:
    """Whether the matroid is that of the partial transversals of some sets."""
    from matroidlab_atlas.census.questions import Transversal  # noqa: PLC0415

    return Transversal()


def minor_free(minor: str) -> Question:
    """Whether the matroid is without a minor of the catalogue: a no has it."""
    from matroidlab_atlas.census.questions import MinorFree  # noqa: PLC0415

    return MinorFree(minor)


def question_families() -> Iterable[QuestionFamily]:
    """Return the records: base-orderability of all kinds, matrices, graphs, short circuits, transversals and minors."""
    once: tuple[Parameters, ...] = ({},)
    return [
        QuestionFamily(
            "strongly-base-orderable",
            strongly_base_orderable,
            examples=once,
            closed_under_minors=True,
        ),
        QuestionFamily("base-orderable", base_orderable, examples=once, closed_under_minors=True),
        QuestionFamily(
            "k-base-orderable", k_base_orderable, examples=({"k": 2},), closed_under_minors=True
        ),
        QuestionFamily("binary", binary, examples=once, closed_under_minors=True),
        QuestionFamily("graphic", graphic, examples=once, closed_under_minors=True),
        QuestionFamily("paving", paving, examples=once, closed_under_minors=True),
        QuestionFamily("transversal", transversal, examples=once),
        QuestionFamily(
            "minor-free",
            minor_free,
            examples=({"minor": "u24"}, {"minor": "k4"}),
            closed_under_minors=True,
        ),
    ]
