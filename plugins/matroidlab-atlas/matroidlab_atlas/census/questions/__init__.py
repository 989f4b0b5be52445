"""The questions that come with the library."""

from matroidlab_atlas.census.questions.arrangements import CyclicallyOrderable, Equitable, Rota
from matroidlab_atlas.census.questions.connectivity import KConnected
from matroidlab_atlas.census.questions.exchange import (
    FamiliesConnected,
    IntervalOrderable,
    PairsConnected,
    PairsNear,
    SeriallyExchangeable,
)
from matroidlab_atlas.census.questions.inequalities import Ingleton
from matroidlab_atlas.census.questions.minors import MinorFree
from matroidlab_atlas.census.questions.orderability import (
    BaseOrderable,
    KBaseOrderable,
    StronglyBaseOrderable,
)
from matroidlab_atlas.census.questions.orientability import Orientable
from matroidlab_atlas.census.questions.presentation import GammoidAnswer, Paving, Transversal
from matroidlab_atlas.census.questions.recognition import (
    Binary,
    Graphic,
    Quaternary,
    Regular,
    Ternary,
)
from matroidlab_atlas.census.questions.statistics import AutomorphismCount, BasisCount, Girth

__all__ = [
    "AutomorphismCount",
    "BaseOrderable",
    "BasisCount",
    "Binary",
    "CyclicallyOrderable",
    "Equitable",
    "FamiliesConnected",
    "GammoidAnswer",
    "Girth",
    "Graphic",
    "Ingleton",
    "IntervalOrderable",
    "KBaseOrderable",
    "KConnected",
    "MinorFree",
    "Orientable",
    "PairsConnected",
    "PairsNear",
    "Paving",
    "Quaternary",
    "Regular",
    "Rota",
    "SeriallyExchangeable",
    "StronglyBaseOrderable",
    "Ternary",
    "Transversal",
]
