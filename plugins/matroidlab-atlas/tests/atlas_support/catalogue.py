"""Shared fixtures of the tests of the catalogue."""

from functools import cache

from atlas_support.isomorphism import Bases, bases_of
from matroidlab import Matroid
from matroidlab.orderability import OrderabilityReport, orderability_report
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.catalogue import catalogue


def named(name: str) -> Matroid:
    """The matroid without its name."""
    return catalogue[name].matroid


@cache
def named_bases(name: str) -> Bases:
    """The masks of its bases, asked for one by one; the oracle takes long for the large ones."""
    return bases_of(named(name))


@cache
def report(name: str) -> OrderabilityReport:
    """The report on the orderability of a named matroid, by all pairs of bases if necessary."""
    return orderability_report(NamedMatroid(name))
