"""Matroids, and bandits that learn on them without ever showing a bad list.

The names that people use first can be imported from here; the packages `matroidlab.bandits`,
`matroidlab.orderability`, `matroidlab.rewards` and others have the rest. A name is loaded when it
is used: ``import matroidlab`` imports neither numpy nor any plugin.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "matroidlab.algorithms": (
        "closure disjoint_bases exchange_bijection fundamental_circuit is_basis is_independent "
        "matroid_intersection max_weight_basis partition_exchange "
        "partition_into_independent_sets rank_of"
    ),
    "matroidlab.bandits": (
        "IUCB KLUCB OMM UCB1 AnytimeUCB1 EmpiricalBernstein Recommender SafeLists SafeThompson "
        "SafeUCB Thompson TimeUniform"
    ),
    "matroidlab.base": "MatroidBase",
    "matroidlab.derived": "Contraction DirectSum Dual MatroidUnion Restriction Truncation",
    "matroidlab.families": (
        "ExplicitMatroid GraphicMatroid OracleMatroid PartitionMatroid RankMatroid "
        "TransversalMatroid UniformMatroid"
    ),
    "matroidlab.hookspecs": (
        "Family NamedMatroids Pictures PolicyFamily Problem ProblemFamily Question "
        "QuestionFamily RewardFamily hookimpl"
    ),
    "matroidlab.kernels": "compile_when",
    "matroidlab.labelled": "Labelled",
    "matroidlab.lifting": "Delegated",
    "matroidlab.orderability": (
        "is_base_orderable is_strongly_base_orderable orderability_report strong_bijection "
        "strong_order_violation"
    ),
    "matroidlab.protocol": "Matroid Part Policy RewardModel offered",
    "matroidlab.rewards": "Bernoulli Beta Empirical TruncatedGaussian",
    "matroidlab.simulation": "PolicyComparison Trace compare simulate warm_up",
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

if TYPE_CHECKING:
    from matroidlab.algorithms import (
        closure,
        disjoint_bases,
        exchange_bijection,
        fundamental_circuit,
        is_basis,
        is_independent,
        matroid_intersection,
        max_weight_basis,
        partition_exchange,
        partition_into_independent_sets,
        rank_of,
    )
    from matroidlab.bandits import (
        IUCB,
        KLUCB,
        OMM,
        UCB1,
        AnytimeUCB1,
        EmpiricalBernstein,
        Recommender,
        SafeLists,
        SafeThompson,
        SafeUCB,
        Thompson,
        TimeUniform,
    )
    from matroidlab.base import MatroidBase
    from matroidlab.derived import (
        Contraction,
        DirectSum,
        Dual,
        MatroidUnion,
        Restriction,
        Truncation,
    )
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
        NamedMatroids,
        Pictures,
        PolicyFamily,
        Problem,
        ProblemFamily,
        Question,
        QuestionFamily,
        RewardFamily,
        hookimpl,
    )
    from matroidlab.kernels import compile_when
    from matroidlab.labelled import Labelled
    from matroidlab.lifting import Delegated
    from matroidlab.orderability import (
        is_base_orderable,
        is_strongly_base_orderable,
        orderability_report,
        strong_bijection,
        strong_order_violation,
    )
    from matroidlab.protocol import Matroid, Part, Policy, RewardModel, offered
    from matroidlab.rewards import Bernoulli, Beta, Empirical, TruncatedGaussian
    from matroidlab.simulation import PolicyComparison, Trace, compare, simulate, warm_up

__all__ = [
    "IUCB",
    "KLUCB",
    "OMM",
    "UCB1",
    "AnytimeUCB1",
    "Bernoulli",
    "Beta",
    "Contraction",
    "Delegated",
    "DirectSum",
    "Dual",
    "Empirical",
    "EmpiricalBernstein",
    "ExplicitMatroid",
    "Family",
    "GraphicMatroid",
    "Labelled",
    "Matroid",
    "MatroidBase",
    "MatroidUnion",
    "NamedMatroids",
    "OracleMatroid",
    "Part",
    "PartitionMatroid",
    "Pictures",
    "Policy",
    "PolicyComparison",
    "PolicyFamily",
    "Problem",
    "ProblemFamily",
    "Question",
    "QuestionFamily",
    "RankMatroid",
    "Recommender",
    "Restriction",
    "RewardFamily",
    "RewardModel",
    "SafeLists",
    "SafeThompson",
    "SafeUCB",
    "Thompson",
    "TimeUniform",
    "Trace",
    "TransversalMatroid",
    "TruncatedGaussian",
    "Truncation",
    "UniformMatroid",
    "closure",
    "compare",
    "compile_when",
    "disjoint_bases",
    "exchange_bijection",
    "fundamental_circuit",
    "hookimpl",
    "is_base_orderable",
    "is_basis",
    "is_independent",
    "is_strongly_base_orderable",
    "matroid_intersection",
    "max_weight_basis",
    "offered",
    "orderability_report",
    "partition_exchange",
    "partition_into_independent_sets",
    "rank_of",
    "simulate",
    "strong_bijection",
    "strong_order_violation",
    "warm_up",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'matroidlab' has no attribute {name!r}")
    value: Any = getattr(import_module(_HOME_OF[name]), name)
    # Functions about elements translate names here; at home they know numbers only.
    if _HOME_OF[name] in ("matroidlab.algorithms", "matroidlab.orderability"):
        value = import_module("matroidlab.protocol").by_name(value)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return ["__version__", *__all__]
