"""Matroids, and bandits that learn on them without ever showing a bad list.

Everything public is importable from here, and nothing is loaded before it is asked for: ``import matroidlab``
imports neither numpy nor any plugin.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.2.0"

_HOMES = {
    "matroidlab.algorithms": (
        "closure",
        "disjoint_bases",
        "exchange_bijection",
        "fundamental_circuit",
        "is_basis",
        "matroid_intersection",
        "max_weight_basis",
        "partition_exchange",
        "partition_into_independent_sets",
        "rank_of",
    ),
    "matroidlab.base": ("MatroidBase",),
    "matroidlab.catalogue": ("NamedMatroid",),
    "matroidlab.derived": ("Contraction", "DirectSum", "Dual", "MatroidUnion", "Restriction", "Truncation"),
    "matroidlab.experiments.table": ("results",),
    "matroidlab.families": (
        "ExplicitMatroid",
        "GraphicMatroid",
        "OracleMatroid",
        "PartitionMatroid",
        "RankMatroid",
        "TransversalMatroid",
        "UniformMatroid",
    ),
    "matroidlab.hookspecs": (
        "Family",
        "PolicyFamily",
        "Problem",
        "ProblemFamily",
        "QuestionFamily",
        "RewardFamily",
        "hookimpl",
    ),
    "matroidlab.kernels": ("compile_when",),
    "matroidlab.protocol": ("Matroid", "Policy", "RewardModel", "offered"),
    "matroidlab.questions": ("Question",),
    "matroidlab.simulation": ("warm_up",),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

if TYPE_CHECKING:
    from matroidlab.algorithms import (
        closure,
        disjoint_bases,
        exchange_bijection,
        fundamental_circuit,
        is_basis,
        matroid_intersection,
        max_weight_basis,
        partition_exchange,
        partition_into_independent_sets,
        rank_of,
    )
    from matroidlab.base import MatroidBase
    from matroidlab.catalogue import NamedMatroid
    from matroidlab.derived import Contraction, DirectSum, Dual, MatroidUnion, Restriction, Truncation
    from matroidlab.experiments.table import results
    from matroidlab.families import (
        ExplicitMatroid,
        GraphicMatroid,
        OracleMatroid,
        PartitionMatroid,
        RankMatroid,
        TransversalMatroid,
        UniformMatroid,
    )
    from matroidlab.hookspecs import (
        Family,
        PolicyFamily,
        Problem,
        ProblemFamily,
        QuestionFamily,
        RewardFamily,
        hookimpl,
    )
    from matroidlab.kernels import compile_when
    from matroidlab.protocol import Matroid, Policy, RewardModel, offered
    from matroidlab.questions import Question
    from matroidlab.simulation import warm_up

__all__ = [
    "Contraction",
    "DirectSum",
    "Dual",
    "ExplicitMatroid",
    "Family",
    "GraphicMatroid",
    "Matroid",
    "MatroidBase",
    "MatroidUnion",
    "NamedMatroid",
    "OracleMatroid",
    "PartitionMatroid",
    "Policy",
    "PolicyFamily",
    "Problem",
    "ProblemFamily",
    "Question",
    "QuestionFamily",
    "RankMatroid",
    "Restriction",
    "RewardFamily",
    "RewardModel",
    "TransversalMatroid",
    "Truncation",
    "UniformMatroid",
    "closure",
    "compile_when",
    "disjoint_bases",
    "exchange_bijection",
    "fundamental_circuit",
    "hookimpl",
    "is_basis",
    "matroid_intersection",
    "max_weight_basis",
    "offered",
    "partition_exchange",
    "partition_into_independent_sets",
    "rank_of",
    "results",
    "warm_up",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'matroidlab' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
