"""Bench of the field: published policies on one protocol, compared until it is decided."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab_bench.field_file import Field, as_field, read_field
    from matroidlab_bench.field_results import FieldRow, ProblemResult, run_field
    from matroidlab_bench.paired import PairedDifference, compared, half_width
    from matroidlab_bench.policies.c4_ucb import C4UCB
    from matroidlab_bench.policies.clucb import CLUCB
    from matroidlab_bench.policies.constrained_ucb import ConstrainedUCB
    from matroidlab_bench.policies.csar import CSAR
    from matroidlab_bench.policies.cts import CTS, GaussianCTS
    from matroidlab_bench.policies.cucb import CUCB
    from matroidlab_bench.policies.epsilon_greedy import EpsilonGreedy
    from matroidlab_bench.policies.escb import GreedyESCB
    from matroidlab_bench.policies.faster_cucb import FasterCUCB
    from matroidlab_bench.policies.gcw import GCW
    from matroidlab_bench.policies.kl_osm import KLOSM
    from matroidlab_bench.policies.maub import MAUB

_HOMES = {
    "C4UCB": "matroidlab_bench.policies.c4_ucb",
    "CLUCB": "matroidlab_bench.policies.clucb",
    "FasterCUCB": "matroidlab_bench.policies.faster_cucb",
    "GCW": "matroidlab_bench.policies.gcw",
    "MAUB": "matroidlab_bench.policies.maub",
    "CSAR": "matroidlab_bench.policies.csar",
    "CTS": "matroidlab_bench.policies.cts",
    "CUCB": "matroidlab_bench.policies.cucb",
    "PairedDifference": "matroidlab_bench.paired",
    "ConstrainedUCB": "matroidlab_bench.policies.constrained_ucb",
    "EpsilonGreedy": "matroidlab_bench.policies.epsilon_greedy",
    "Field": "matroidlab_bench.field_file",
    "GaussianCTS": "matroidlab_bench.policies.cts",
    "GreedyESCB": "matroidlab_bench.policies.escb",
    "KLOSM": "matroidlab_bench.policies.kl_osm",
    "ProblemResult": "matroidlab_bench.field_results",
    "FieldRow": "matroidlab_bench.field_results",
    "as_field": "matroidlab_bench.field_file",
    "compared": "matroidlab_bench.paired",
    "half_width": "matroidlab_bench.paired",
    "read_field": "matroidlab_bench.field_file",
    "run_field": "matroidlab_bench.field_results",
}
"""The module of each name; it is loaded when the name is first used."""

__all__ = [
    "C4UCB",
    "CLUCB",
    "CSAR",
    "CTS",
    "CUCB",
    "GCW",
    "KLOSM",
    "MAUB",
    "ConstrainedUCB",
    "EpsilonGreedy",
    "FasterCUCB",
    "Field",
    "FieldRow",
    "GaussianCTS",
    "GreedyESCB",
    "PairedDifference",
    "ProblemResult",
    "as_field",
    "compared",
    "half_width",
    "read_field",
    "run_field",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'matroidlab_bench' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
