"""The journal of a service as a log.

It has one row for each item of each list, with the columns of Open Bandit Pipeline.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from matroidlab.errors import JournalError
from matroidlab_serving.engine.answers import OutstandingLists
from matroidlab_serving.engine.clock_command import SetClock
from matroidlab_serving.engine.commands import AnyCommand, Expire, Observe, Recommend, RecordedList
from matroidlab_serving.engine.compare_commands import BeginComparison, Compare
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.export_command import MarkExported
from matroidlab_serving.engine.list_answer import FinishedList
from matroidlab_serving.engine.number_commands import ReserveNumbers, SkipReserved
from matroidlab_serving.operation.control_commands import SetControl
from matroidlab_serving.slate_rows import LogRow, Reward, rewards_of, slate_rows
from matroidlab_serving.sqlite.journal import Journal
from matroidlab_serving.sqlite.retention import Origin
from matroidlab_serving.state.service_state import engine_at
from matroidlab_serving.state.state_part import StatePart


def log_rows(journal: Journal, engine: Engine, origin: Origin) -> Iterator[LogRow]:
    """Yield every list that was shown since an origin, with the weights that were learnt.

    The answers are replayed by the engine's own rules, so that the log has what was learnt, and not
    merely what was reported. A list waits in memory until it is known what was learnt of it, and so
    do those that were shown later.
    """
    replayed = ReplayedAnswers(engine, journal.state_at(origin))
    rankers = replayed.rankers
    shown: deque[ShownRow] = deque()
    last = origin.number
    for number, command in journal.commands(origin):
        if number != last + 1:
            raise JournalError(
                f"row {last + 1} of {journal.path} is missing: it was removed because it is old, "
                "so read the log again; otherwise the file is damaged"
            )
        last = number
        replayed.follow(command)
        if isinstance(command, BeginComparison):
            rankers = command.rankers
        if isinstance(command, Recommend | Compare):
            one = _shown(command, rankers)
            shown.append(one)
            replayed.show(one)
        while shown and shown[0].number in replayed.rewards:
            one = shown.popleft()
            yield from _list_rows(engine, one, replayed.rewards.pop(one.number))
    for one in shown:
        yield from _list_rows(engine, one, replayed.rewards.get(one.number))


def rows_of_lists(rows: Iterable[LogRow], numbers: range) -> Iterator[LogRow]:
    """Yield the rows of some lists, as far as they are in a log."""
    for row in rows:
        if row["slate_id"] >= numbers.stop:
            return
        if row["slate_id"] in numbers:
            yield row


class ReplayedAnswers:
    """The answers of a journal, and what was learnt of them."""

    lists: OutstandingLists
    rankers: Sequence[str]
    """Those that were compared at first."""
    rewards: dict[int, list[Reward] | None]
    """By number; None if the list is not learnt. Only of lists that were shown since the origin."""

    def __init__(self, engine: Engine, state: StatePart | None) -> None:
        begun = engine_at(engine, state)
        self.lists = begun.outstanding
        compared = begun.compared or engine.compared  # any later one gives all rows its column
        self.rankers = () if compared is None else compared.rankers
        self.rewards = {}
        self._first = begun.counters.lists
        self._scale = engine.settings.scale
        self._control = begun.control

    def show(self, one: "ShownRow") -> None:
        """Take in that a list is shown."""
        items = np.array(one.dealt.items, dtype=np.intp)
        self.lists.show(one.number, one.segment, items)

    def follow(self, command: AnyCommand) -> None:
        """Take in what a command says about answers."""
        if isinstance(command, Observe):
            for one in command.answers:
                self._learn(self.lists.answer(one, command.now).finished)
        elif isinstance(command, Expire):
            self._lose(self.lists.expire(command.older_than, command.now))
        elif isinstance(command, SetClock):
            self.lists.set_clock(command.now)
        elif not isinstance(command, ReserveNumbers | SkipReserved | MarkExported):
            self._learn(self.lists.advance(command.now))
            self._lose(self.lists.too_old(command.now))
        if isinstance(command, SetControl):
            self._control = self._control.after(command.change)

    def _learn(self, finished: list[FinishedList]) -> None:
        for one in finished:
            if one.number >= self._first:
                rewards = rewards_of(one.reported, one.values, self._scale)
                self.rewards[one.number] = None if self._control.is_frozen else rewards

    def _lose(self, numbers: list[int]) -> None:
        for number in numbers:
            if number >= self._first:
                self.rewards[number] = None


class ShownRow(NamedTuple):
    """A list that was shown: where and when, its items, and who picked each."""

    number: int
    segment: int
    time: float
    dealt: RecordedList
    teams: list[str | None] | None
    """None if no rankers are compared."""


def _shown(command: Recommend | Compare, rankers: Sequence[str]) -> ShownRow:
    if isinstance(command, Compare):
        assert command.number is not None
        items, places = list(command.items), list(command.places)
        dealt = RecordedList(command.number, items, places, command.propensities)
        teams = [rankers[team] if team >= 0 else None for team in command.teams]
        return ShownRow(command.number, command.segment, command.now, dealt, teams)
    assert command.recorded is not None
    dealt = command.recorded
    none: list[str | None] | None = [None] * len(dealt.items) if rankers else None
    return ShownRow(dealt.number, command.segment, command.now, dealt, none)


def _list_rows(engine: Engine, one: ShownRow, rewards: list[Reward] | None) -> list[LogRow]:
    dealt = one.dealt
    keys = [engine.catalogue.keys[item] for item in dealt.items]
    known = rewards or [Reward(None, "not learnt")] * len(keys)
    rows = slate_rows(engine.tokens.of(one.number), dealt.places, keys, dealt.propensities, known)
    about = {
        "segment": engine.settings.segments[one.segment],
        "time": one.time,
        "origin": dealt.origin,
    }
    if one.teams is None:  # a service that has never compared rankers has no column for them
        return [row | about for row in rows]
    return [row | about | {"team": team} for row, team in zip(rows, one.teams, strict=True)]
