"""Segments of both kinds: with items that have one mean, or linear models of visitors' features."""

from typing import TypeAlias

from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.linear_segment import LinearSegment
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.engine.settings import Settings

AnySegment: TypeAlias = Segment | LinearSegment


def new_segment(index: int, catalogue: ItemCatalogue, settings: Settings) -> AnySegment:
    """Return a segment that has seen nothing."""
    kind = Segment if settings.features is None else LinearSegment
    return kind(index, catalogue, settings)
