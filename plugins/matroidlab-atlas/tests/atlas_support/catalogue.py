"""What several tests of the catalogue ask it."""

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
    """What is shown of its orderability, by trying all pairs of bases where it does not know."""
    return orderability_report(NamedMatroid(name))
