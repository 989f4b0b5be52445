"""The questions that come with the library."""

from collections.abc import Iterable

from matroidlab.census.questions.minors import MinorFree
from matroidlab.census.questions.orderability import BaseOrderable, KBaseOrderable, StronglyBaseOrderable
from matroidlab.census.questions.presentation import Paving, Transversal
from matroidlab.census.questions.recognition import Binary, Graphic
from matroidlab.hookspecs import Parameters, QuestionFamily, hookimpl

__all__ = [
    "BaseOrderable",
    "Binary",
    "Graphic",
    "KBaseOrderable",
    "MinorFree",
    "Paving",
    "StronglyBaseOrderable",
    "Transversal",
]


@hookimpl
def matroidlab_questions() -> Iterable[QuestionFamily]:
    """Offer base-orderability of all kinds, matrices, graphs, short circuits, transversals and minors."""
    once: tuple[Parameters, ...] = ({},)
    return [
        QuestionFamily("strongly-base-orderable", StronglyBaseOrderable, examples=once, closed_under_minors=True),
        QuestionFamily("base-orderable", BaseOrderable, examples=once, closed_under_minors=True),
        QuestionFamily("k-base-orderable", KBaseOrderable, examples=({"k": 2},), closed_under_minors=True),
        QuestionFamily("binary", Binary, examples=once, closed_under_minors=True),
        QuestionFamily("graphic", Graphic, examples=once, closed_under_minors=True),
        QuestionFamily("paving", Paving, examples=once, closed_under_minors=True),
        QuestionFamily("transversal", Transversal, examples=once),
        QuestionFamily("minor-free", MinorFree, examples=({"minor": "u24"}, {"minor": "k4"}), closed_under_minors=True),
    ]
