"""Shared fixtures of the tests of the catalogue."""

from functools import cache

from matroidlab import Matroid
from matroidlab.orderability import OrderabilityReport, orderability_report
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.catalogue import catalogue


def named(name: str) -> Matroid:
    """The matroid without its name."""
    return catalogue[name].matroid


@cache
def report(name: str) -> OrderabilityReport:
    """The report on the orderability of a named matroid, by all pairs of bases if necessary."""
    return orderability_report(NamedMatroid(name))
