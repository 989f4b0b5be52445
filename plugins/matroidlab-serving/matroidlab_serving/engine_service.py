"""A service in this process: the orders of its operators, its log, and copies of it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path

from matroidlab.errors import ServingError
from matroidlab.kernels import at_once
from matroidlab_serving.clock import BOUNDS
from matroidlab_serving.engine.export_command import MarkExported, not_exported
from matroidlab_serving.engine.score_commands import SetScores, as_scores, check_explores
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.exported_lists import write_lists
from matroidlab_serving.files import save_engine
from matroidlab_serving.list_service import ListService
from matroidlab_serving.operation.control import NO_RAMP, ControlChange
from matroidlab_serving.operation.control_commands import SetControl
from matroidlab_serving.operation.metrics import (
    IN_WORDS,
    SECONDS,
    Metric,
    histogram,
    lists_by_origin,
    metrics_of,
)
from matroidlab_serving.recorded_engine import RecordedEngine
from matroidlab_serving.slate_rows import LogRow
from matroidlab_serving.sqlite.log import log_rows, rows_of_lists
from matroidlab_serving.warming_up import warm_up


class EngineService(ListService):
    """A service in this process, except for its lists: orders, its log, and copies."""

    _recorded: RecordedEngine
    _origins: Counter[str]
    """The lists that this process has shown, by kind."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._recorded.in_words})"

    def _set_control(self, change: ControlChange, now: float | None) -> None:
        with self._recorded.request() as engine:
            if engine.compared is not None and 0 < change.share < 1:
                raise ServingError(NO_RAMP.format(share=change.share))
            timed = change._replace(time=self._recorded.time(now))
            self._recorded.apply(SetControl(timed))

    def fault(self) -> str | None:
        with self._recorded.request():
            return self._recorded.away

    def _metrics(self) -> list[Metric]:
        status = self.status()
        with self._recorded.request() as engine:
            baseline = set(engine.catalogue.baseline.tolist())
            trusted = [
                one.planner.trusted().lists[0].tolist()
                for one in engine.segments.in_use
                if isinstance(one, Segment)  # others have a trusted list for each visitor
            ]
            new = sum(len(set(items) - baseline) for items in trusted)
            durations = self._recorded.durations
            return metrics_of(
                status | {"new_trusted_items": new},
                [
                    lists_by_origin(self._origins),
                    histogram(SECONDS, IN_WORDS, BOUNDS, durations.counts, durations.total),
                ],
            )

    def _control_changes(self) -> list[ControlChange]:
        with self._recorded.request() as engine:
            return list(engine.control_changes)

    def set_scores(self, scores: Mapping[str, float], *, now: float | None = None) -> None:
        with self._recorded.request() as engine:
            check_explores(engine.settings)
            numbers = as_scores(engine.catalogue, scores)
            self._recorded.apply(SetScores(numbers, self._recorded.time(now)))

    def log(self) -> Iterator[LogRow]:
        with self._recorded.request() as engine:
            journal = self._recorded.readable()
            return log_rows(journal, engine, journal.retention.begins)

    def export(self, path: str | PathLike[str]) -> int:
        with self._recorded.request() as engine:
            journal = self._recorded.readable()
            numbers = not_exported(engine)
            rows = log_rows(journal, engine, journal.retention.before(numbers.start))
        count = write_lists(Path(path), rows_of_lists(rows, numbers))
        with self._recorded.request():
            self._recorded.apply(MarkExported(numbers.stop))
        return count

    def backup(self, path: str | PathLike[str]) -> None:
        with self._recorded.request():
            self._recorded.readable().backup(Path(path))

    def warm_up(self) -> None:
        with self._recorded.request() as engine, at_once():
            warm_up(engine)

    def save(self, path: str | PathLike[str]) -> None:
        with self._recorded.request() as engine:
            save_engine(engine, path)

    def close(self) -> None:
        with self._recorded.request():
            self._recorded.close()

    def __exit__(self, *_error: object) -> None:
        if self._recorded.is_open:
            self.close()
