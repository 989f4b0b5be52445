"""The journal of a service as a log.

It has one row for each item of each list, with the columns of Open Bandit Pipeline.
"""

import numpy as np

from matroidlab_serving.engine.answers import FinishedList, OutstandingLists
from matroidlab_serving.engine.commands import Expire, Observe, Recommend, SetClock
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
    shown: list[tuple[Recommend, float]] = []
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
        if isinstance(command, Recommend):
            assert command.recorded is not None
            items = np.array(command.recorded.items, dtype=np.intp)
            lists.show(len(shown), command.segment, items)
            shown.append((command, command.now))
    return [
        row
        for number, (command, time) in enumerate(shown)
        for row in _list_rows(engine, number, command, time, rewards.get(number))
    ]


def _list_rows(
    engine: Engine, number: int, command: Recommend, time: float, rewards: list[Reward] | None
) -> list[LogRow]:
    recorded = command.recorded
    assert recorded is not None
    keys = [engine.catalogue.keys[item] for item in recorded.items]
    known = rewards or [Reward(None, "not learnt")] * len(keys)
    rows = slate_rows(engine.tokens.of(number), recorded.places, keys, recorded.propensities, known)
    about = {"segment": engine.settings.segments[command.segment], "time": time}
    return [row | about for row in rows]
