"""The questions that come with the library."""

from matroidlab_atlas.census.questions.minors import MinorFree
from matroidlab_atlas.census.questions.orderability import (
    BaseOrderable,
    KBaseOrderable,
    StronglyBaseOrderable,
)
from matroidlab_atlas.census.questions.presentation import Paving, Transversal
from matroidlab_atlas.census.questions.recognition import Binary, Graphic

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
