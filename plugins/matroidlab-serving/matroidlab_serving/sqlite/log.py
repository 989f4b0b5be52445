"""The journal of a service as a log.

It has one row for each item of each list, with the columns of Open Bandit Pipeline.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from matroidlab_serving.engine.answers import FinishedList, OutstandingLists
from matroidlab_serving.engine.clock_command import SetClock
from matroidlab_serving.engine.commands import AnyCommand, Expire, Observe, Recommend, RecordedList
from matroidlab_serving.engine.compare_commands import BeginComparison, Compare
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.number_commands import ReserveNumbers, SkipReserved
from matroidlab_serving.operation.control import Control
from matroidlab_serving.operation.control_commands import SetControl
from matroidlab_serving.slate_rows import LogRow, Reward, rewards_of, slate_rows
from matroidlab_serving.sqlite.journal import Journal


def log_rows(journal: Journal, engine: Engine) -> Iterator[LogRow]:
    """Yield every list that was shown, item by item, with the weights that were learnt.

    The answers are replayed by the engine's own rules, so that the log has what was learnt, and not
    merely what was reported. A list waits in memory until it is known what was learnt of it, and so
    do those that were shown later.
    """
    rankers: Sequence[str] = () if engine.compared is None else engine.compared.rankers
    replayed = ReplayedAnswers(engine)
    shown: deque[ShownRow] = deque()
    for _, command in journal.commands():
        replayed.follow(command)
        if isinstance(command, BeginComparison):
            rankers = command.rankers
        if isinstance(command, Recommend | Compare):
            one = _shown(command, rankers)
            shown.append(one)
            replayed.lists.show(one.number, one.segment, np.array(one.dealt.items, dtype=np.intp))
        while shown and shown[0].number in replayed.rewards:
            one = shown.popleft()
            yield from _list_rows(engine, one, replayed.rewards.pop(one.number))
    for one in shown:
        yield from _list_rows(engine, one, replayed.rewards.get(one.number))


class ReplayedAnswers:
    """The answers of a journal, and what was learnt of them."""

    lists: OutstandingLists
    rewards: dict[int, list[Reward] | None]
    """By number; None if the list is not learnt."""

    def __init__(self, engine: Engine) -> None:
        self.lists = OutstandingLists(engine.settings)
        self.rewards = {}
        self._scale = engine.settings.scale
        self._control = Control()

    def follow(self, command: AnyCommand) -> None:
        """Take in what a command says about answers."""
        if isinstance(command, Observe):
            for one in command.answers:
                self._learn(self.lists.answer(one, command.now).finished)
        elif isinstance(command, Expire):
            self.rewards.update(dict.fromkeys(self.lists.expire(command.older_than, command.now)))
        elif isinstance(command, SetClock):
            self.lists.set_clock(command.now)
        elif not isinstance(command, ReserveNumbers | SkipReserved):
            self._learn(self.lists.advance(command.now))
        if isinstance(command, SetControl):
            self._control = self._control.after(command.change)

    def _learn(self, finished: list[FinishedList]) -> None:
        for one in finished:
            rewards = rewards_of(one.reported, one.values, self._scale)
            self.rewards[one.number] = None if self._control.is_frozen else rewards


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
