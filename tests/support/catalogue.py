"""What several tests of the catalogue ask it."""

from functools import cache

from matroidlab import Matroid, NamedMatroid
from matroidlab.catalogue import catalogue
from matroidlab.orderability import OrderabilityReport, orderability_report


def named(name: str) -> Matroid:
    """The matroid without its name."""
    return catalogue[name].matroid


@cache
def report(name: str) -> OrderabilityReport:
    """What is shown of its orderability, by trying all pairs of bases where it does not know."""
    return orderability_report(NamedMatroid(name))
