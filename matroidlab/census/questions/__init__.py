"""What answers the questions that come with the library."""

from matroidlab.census.questions.minors import MinorFree
from matroidlab.census.questions.orderability import BaseOrderable, KBaseOrderable, StronglyBaseOrderable
from matroidlab.census.questions.presentation import Paving, Transversal
from matroidlab.census.questions.recognition import Binary, Graphic

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
