"""The questions that come with the library."""

from matroidlab_atlas.census.questions.arrangements import CyclicallyOrderable, Equitable, Rota
from matroidlab_atlas.census.questions.exchange import (
    IntervalOrderable,
    PairsConnected,
    SeriallyExchangeable,
)
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
    "CyclicallyOrderable",
    "Equitable",
    "Graphic",
    "IntervalOrderable",
    "KBaseOrderable",
    "MinorFree",
    "PairsConnected",
    "Paving",
    "Rota",
    "SeriallyExchangeable",
    "StronglyBaseOrderable",
    "Transversal",
]
