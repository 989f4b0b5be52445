"""Bench of the field: published policies on one protocol, compared until it is decided."""

from matroidlab_bench.field_file import Field, as_field, read_field
from matroidlab_bench.field_results import ProblemResult, Row, run_field
from matroidlab_bench.paired import Comparison, compared, half_width
from matroidlab_bench.policies.clucb import CLUCB
from matroidlab_bench.policies.constrained_ucb import ConstrainedUCB
from matroidlab_bench.policies.csar import CSAR
from matroidlab_bench.policies.cts import CTS, GaussianCTS
from matroidlab_bench.policies.cucb import CUCB
from matroidlab_bench.policies.epsilon_greedy import EpsilonGreedy
from matroidlab_bench.policies.escb import GreedyESCB
from matroidlab_bench.policies.kl_osm import KLOSM

__all__ = [
    "CLUCB",
    "CSAR",
    "CTS",
    "CUCB",
    "KLOSM",
    "Comparison",
    "ConstrainedUCB",
    "EpsilonGreedy",
    "Field",
    "GaussianCTS",
    "GreedyESCB",
    "ProblemResult",
    "Row",
    "as_field",
    "compared",
    "half_width",
    "read_field",
    "run_field",
]
