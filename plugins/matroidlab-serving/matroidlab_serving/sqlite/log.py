"""The journal of a service as a log.

It has one row for each item of each list, with the columns of Open Bandit Pipeline.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from matroidlab_serving.engine.answers import FinishedList, OutstandingLists
from matroidlab_serving.engine.commands import Expire, Observe, Recommend, RecordedList, SetClock
from matroidlab_serving.engine.compare_commands import BeginComparison, Compare
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.shown_list import LogRow, Reward, rewards_of, slate_rows
from matroidlab_serving.sqlite.journal import Journal


def log_rows(journal: Journal, engine: Engine) -> list[LogRow]:
    """Return every list that was shown, item by item, with the weights that were learnt.

    The answers are replayed by the engine's own rules, so that the log has what was learnt, and not
    merely what was reported.
    """
    settings = engine.settings
    lists = OutstandingLists(settings.window, settings.missing)
    shown: list[ShownRow] = []
    rankers: Sequence[str] = ()
    rewards: dict[int, list[Reward]] = {}

    def learn(finished: list[FinishedList]) -> None:
        for one in finished:
            rewards[one.number] = rewards_of(one.reported, one.values, settings.scale)

    for _, command in journal.commands():
        if isinstance(command, Observe):
            for number, values, missing in command.answers:
                learn(lists.answer(number, values, missing, command.now).finished)
        elif isinstance(command, Expire):
            lists.expire(command.older_than, command.now)
        elif isinstance(command, SetClock):
            lists.set_clock(command.now)
        else:
            learn(lists.advance(command.now))
        if isinstance(command, BeginComparison):
            rankers = command.rankers
        if isinstance(command, Recommend | Compare):
            shown.append(_shown(command, rankers))
            items = np.array(shown[-1].dealt.items, dtype=np.intp)
            lists.show(len(shown) - 1, command.segment, items)
    return [
        # A service that has never compared rankers has no column for them.
        row | {"team": team} if rankers else row
        for number, one in enumerate(shown)
        for row, team in zip(
            _list_rows(engine, number, one, rewards.get(number)), one.teams, strict=True
        )
    ]


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
    about = {"segment": engine.settings.segments[one.segment], "time": one.time}
    return [row | about for row in rows]
