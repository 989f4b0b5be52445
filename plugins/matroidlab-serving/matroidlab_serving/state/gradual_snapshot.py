"""A snapshot that is made little by little, so that no request waits for all of it."""

from typing import TYPE_CHECKING

from matroidlab_serving.state.item_state import item_state

if TYPE_CHECKING:
    from matroidlab_serving.engine.engine import Engine
    from matroidlab_serving.sqlite.retention import Origin


class GradualSnapshot:
    """The parts of a state that have changed since the last snapshot, as they were at one moment.

    A segment is copied before it changes, and a few others are copied with every call. The
    catalogue is a part of all segments, so all are copied before it changes.

    Parameters
    ----------
    engine
        The engine whose state is copied.
    number
        The number of commands that were recorded at this moment.
    with_catalogue
        Whether the catalogue has changed since the last snapshot.
    origin
        The row at which a log can begin from now on, if it is time for one.
    """

    def __init__(
        self, engine: "Engine", number: int, *, with_catalogue: bool, origin: "Origin | None"
    ) -> None:
        # Which converts the state of the engine, so it cannot be imported before it.
        from matroidlab_serving.state.service_state import service_state  # noqa: PLC0415

        self.number: int = number
        self.origin: Origin | None = origin
        self.count: int = len(engine.segments) + 2
        """The number of all parts of the state, those that have not changed included."""
        self.parts: dict[str, bytes] = {"service": service_state(engine).packed()}
        if with_catalogue:
            self.parts["catalogue"] = item_state(engine.catalogue).packed()
        self._engine = engine
        self._left: set[int] = {index for index in engine.touched if index in engine.segments}
        engine.touched.clear()

    @property
    def is_whole(self) -> bool:
        """Whether all parts are copied."""
        return not self._left

    @property
    def segments(self) -> list[int]:
        """The segments that it has, or will have."""
        copied = (name.removeprefix("segment/") for name in self.parts if "/" in name)
        return [*self._left, *map(int, copied)]

    def copy(self, index: int) -> None:
        """Copy a segment, unless that was done before; it must not have changed yet."""
        if index in self._left:
            self._left.remove(index)
            self.parts[f"segment/{index}"] = self._engine.segments.state(index).packed()

    def advance(self, most: int) -> None:
        """Copy some segments."""
        for index in list(self._left)[:most]:
            self.copy(index)

    def finish(self) -> None:
        """Copy all segments that are left."""
        self.advance(len(self._left))
