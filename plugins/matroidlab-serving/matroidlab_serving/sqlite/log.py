"""The journal of a service as a log.

It has one row for each item of each list, with the columns of Open Bandit Pipeline.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from matroidlab_serving.engine.answers import FinishedList, OutstandingLists
from matroidlab_serving.engine.clock_command import SetClock
from matroidlab_serving.engine.commands import AnyCommand, Expire, Observe, Recommend, RecordedList
from matroidlab_serving.engine.compare_commands import BeginComparison, Compare
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.operation.control import Control
from matroidlab_serving.operation.control_commands import SetControl
from matroidlab_serving.slate_rows import LogRow, Reward, rewards_of, slate_rows
from matroidlab_serving.sqlite.journal import Journal


def log_rows(journal: Journal, engine: Engine) -> list[LogRow]:
    """Return every list that was shown, item by item, with the weights that were learnt.

    The answers are replayed by the engine's own rules, so that the log has what was learnt, and not
    merely what was reported.
    """
    replayed = ReplayedAnswers(engine)
    shown: list[ShownRow] = []
    rankers: Sequence[str] = ()
    for _, command in journal.commands():
        replayed.follow(command)
        if isinstance(command, BeginComparison):
            rankers = command.rankers
        if isinstance(command, Recommend | Compare):
            shown.append(_shown(command, rankers))
            items = np.array(shown[-1].dealt.items, dtype=np.intp)
            replayed.lists.show(len(shown) - 1, command.segment, items)
    return [
        # A service that has never compared rankers has no column for them.
        row | {"team": team} if rankers else row
        for number, one in enumerate(shown)
        for row, team in zip(
            _list_rows(engine, number, one, replayed.rewards.get(number)), one.teams, strict=True
        )
    ]


class ReplayedAnswers:
    """The answers of a journal, and what was learnt of them."""

    lists: OutstandingLists
    rewards: dict[int, list[Reward]]

    def __init__(self, engine: Engine) -> None:
        self.lists = OutstandingLists(engine.settings.window, engine.settings.missing)
        self.rewards = {}
        self._scale = engine.settings.scale
        self._control = Control()

    def follow(self, command: AnyCommand) -> None:
        """Take in what a command says about answers."""
        if isinstance(command, Observe):
            for one in command.answers:
                self._learn(self.lists.answer(one, command.now).finished)
        elif isinstance(command, Expire):
            self.lists.expire(command.older_than, command.now)
        elif isinstance(command, SetClock):
            self.lists.set_clock(command.now)
        else:
            self._learn(self.lists.advance(command.now))
        if isinstance(command, SetControl):
            self._control = self._control.after(command.change)

    def _learn(self, finished: list[FinishedList]) -> None:
        if not self._control.is_frozen:
            for one in finished:
                self.rewards[one.number] = rewards_of(one.reported, one.values, self._scale)


class ShownRow(NamedTuple):
    """A list that was shown: where and when, its items, and who picked each."""

    segment: int
    time: float
    dealt: RecordedList
    teams: list[str | None]


def _shown(command: Recommend | Compare, rankers: Sequence[str]) -> ShownRow:
    if isinstance(command, Compare):
        items, places = list(command.items), list(command.places)
        dealt = RecordedList(items, places, command.propensities)
        teams = [rankers[team] if team >= 0 else None for team in command.teams]
        return ShownRow(command.segment, command.now, dealt, teams)
    assert command.recorded is not None
    none: list[str | None] = [None] * len(command.recorded.items)
    return ShownRow(command.segment, command.now, command.recorded, none)


def _list_rows(
    engine: Engine, number: int, one: ShownRow, rewards: list[Reward] | None
) -> list[LogRow]:
    dealt = one.dealt
    keys = [engine.catalogue.keys[item] for item in dealt.items]
    known = rewards or [Reward(None, "not learnt")] * len(keys)
    rows = slate_rows(engine.tokens.of(number), dealt.places, keys, dealt.propensities, known)
    about = {
        "segment": engine.settings.segments[one.segment],
        "time": one.time,
        "origin": dealt.origin,
    }
    return [row | about for row in rows]
