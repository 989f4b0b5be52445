from typing import NamedTuple

from matroidlab_serving.engine.rounds import DealtList
from matroidlab_serving.operation.directing import Origin


class Dealt(NamedTuple):
    """A list to show, and its number."""

    number: int
    segment: int
    deal: DealtList
    catalogue_version: int
    origin: Origin = "explored"
