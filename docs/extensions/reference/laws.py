"""The laws that matroids, reward models and policies keep, in their own words."""

from collections.abc import Iterable
from typing import Any

from matroidlab.testing.laws.check import Law
from matroidlab.testing.laws.matroids import MATROID_LAWS
from matroidlab.testing.laws.policies import POLICY_LAWS
from matroidlab.testing.laws.rewards import REWARD_LAWS

from .markdown import code, from_docstring, table

LAWS: dict[str, Iterable[Law[Any]]] = {
    "matroids": MATROID_LAWS,
    "rewards": REWARD_LAWS,
    "policies": POLICY_LAWS,
}


def laws(kind: str) -> str:
    """Return the table of the laws of one kind of thing."""
    return table(
        ["check", "law"], ([code(law.name), from_docstring(law.statement)] for law in LAWS[kind])
    )
