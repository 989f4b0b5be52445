"""Segments of both kinds as plain data and arrays, and back."""

from matroidlab_serving.engine.any_segment import AnySegment
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.linear_segment import LinearSegment
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.state import linear_state
from matroidlab_serving.state import segment_state as plain_state
from matroidlab_serving.state.state_part import StatePart


def segment_state(segment: AnySegment) -> StatePart:
    """Return the state of a segment."""
    if isinstance(segment, LinearSegment):
        return linear_state.linear_state(segment)
    return plain_state.segment_state(segment)


def segment_of(
    index: int, part: StatePart, catalogue: ItemCatalogue, settings: Settings
) -> AnySegment:
    """Return the segment that a checked state describes."""
    if settings.features is not None:
        return linear_state.linear_segment_of(index, part, catalogue, settings)
    return plain_state.segment_of(index, part, catalogue, settings)


def check_segment(part: StatePart, catalogue: ItemCatalogue, settings: Settings) -> None:
    """Refuse a state that cannot be that of a segment."""
    if settings.features is not None:
        linear_state.check_linear_state(part, catalogue, settings)
    else:
        plain_state.check_segment(part, catalogue, settings)
