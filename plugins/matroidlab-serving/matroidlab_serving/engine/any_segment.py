"""Segments of both kinds: with items that have one mean, or linear models of visitors' features."""

from typing import TypeAlias

from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.linear_segment import LinearSegment, VisitedSegment
from matroidlab_serving.engine.pooled_segment import PooledSegment, SegmentOfPool
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.engine.settings import Settings

AnySegment: TypeAlias = Segment | LinearSegment
SeenSegment: TypeAlias = Segment | VisitedSegment | SegmentOfPool
"""A segment as the visitor of a request sees it."""


def new_segment(index: int, catalogue: ItemCatalogue, settings: Settings) -> AnySegment:
    """Return a segment that has seen nothing."""
    if settings.features is not None:
        return LinearSegment(index, catalogue, settings)
    return kind_of(settings)(index, catalogue, settings)


def kind_of(settings: Settings) -> type[Segment]:
    """Return the class of segments whose visitors have no features."""
    return PooledSegment if settings.promise == "average" else Segment
