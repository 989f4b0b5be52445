"""Matroids made of matroids: lazy wrappers, each as fast as its parents.

Which optional capability (`matroidlab.protocol`) survives which construction:

    ============== ============ ======================== ============ ============== ==============
    capability     Dual         Restriction, Contraction Truncation   DirectSum      MatroidUnion
    ============== ============ ======================== ============ ============== ==============
    Batched        yes          yes                      yes          if one part    no
    Orderability   yes          of the same family, or   if there is  if all parts,  if no part has
                                by the parent's pair     no violation or a violation a violation
    Tabulated      yes          yes                      yes          if all parts   no
    Pairwise       yes          yes                      yes          if one part    by the oracle
    Dynamic        blocks       blocks                   yes          if all parts   no
    Part           yes          yes                      yes          if all parts   no
    uniform_blocks yes          yes                      no           if all parts   no
    graph_edges    no           yes                      no           if all parts   no
    ============== ============ ======================== ============ ============== ==============

"yes" means: if the parent has it; "blocks": if the parent has ``uniform_blocks``. A construction
says how it lifts a capability in its table ``lifts`` (`matroidlab.lifting`), and by a method where
that depends on more than what the parents offer.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab.derived.direct_sum import DirectSum
    from matroidlab.derived.dual import Dual
    from matroidlab.derived.minors import Contraction, Restriction
    from matroidlab.derived.truncation import Truncation
    from matroidlab.derived.union import MatroidUnion

_HOMES = {
    "Contraction": "matroidlab.derived.minors",
    "DirectSum": "matroidlab.derived.direct_sum",
    "Dual": "matroidlab.derived.dual",
    "MatroidUnion": "matroidlab.derived.union",
    "Restriction": "matroidlab.derived.minors",
    "Truncation": "matroidlab.derived.truncation",
}
"""The module of each name; it is loaded when the name is first used."""

__all__ = [
    "Contraction",
    "DirectSum",
    "Dual",
    "MatroidUnion",
    "Restriction",
    "Truncation",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'matroidlab.derived' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
