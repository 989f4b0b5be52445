"""A service that is killed again and again, beside a twin in memory that never is: a program.

The argument is JSON: ``folder``, ``kills``, and the options of the service. Each child opens the
journal, does one thing after another, and says so as soon as each is acknowledged, until it is
killed at any moment.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from matroidlab_serving import Service
from matroidlab_serving.sqlite import journal
from serving_support.served import ITEMS, open_sqlite, small, small_options, state_of


def step(service: Service, number: int) -> str | None:
    """Do the next thing, which depends on the number and the state alone; the token, if a list was
    shown.
    """
    coins = random.Random(number)
    now = float(number)
    engine = service._recorded.engine
    kind = coins.random()
    waiting = [engine.tokens.of(n) for n in engine.outstanding.lists]
    if kind < 0.45 or not waiting:
        absent = coins.sample(sorted(ITEMS), coins.choice([0, 0, 1]))
        return service.recommend(unavailable=absent, now=now).token
    if kind < 0.9:
        rows: list[object] = [
            (token, {}, coins.choice([0.0, 0.25, 1.0]))
            for token in coins.sample(waiting, min(2, len(waiting)))
        ]
        service.observe_many(rows, now=now)
    elif kind < 0.94:
        service.expire(20.0, now=now)
    elif kind < 0.97 and len(engine.catalogue.keys) < 12:
        service.add(f"n-{len(engine.catalogue.keys)}", slot="books", now=now)
    else:
        change(service, now)
    return None


def change(service: Service, now: float) -> None:
    """Retire something, or take it back."""
    catalogue = service._recorded.engine.catalogue
    if catalogue.retired:
        service.add(catalogue.keys[min(catalogue.retired)], slot="books", now=now)
    else:
        spare = [
            k
            for k in catalogue.keys
            if k.startswith(("b-", "n-")) and catalogue.place_of[catalogue.number(k)] < 0
        ]
        is_first = "b-1" in service.status()["baseline"]
        key, successor = ("b-1", spare[0]) if is_first else (spare[0], None)
        service.retire(key, successor, now=now)


def child(address: str, begin: int, said: int) -> None:
    """Go on for ever, and say how far."""
    service = open_sqlite(address)
    os.write(said, b"open\n")
    for number in range(begin, begin + 100_000):
        step(service, number)
        os.write(said, f"{number}\n".encode())


def killed_at(address: str, begin: int, coins: random.Random) -> int:
    """Let a child go on, and kill it; the number of the next thing after the last that was
    acknowledged.
    """
    hears, says = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            child(address, begin, says)
        finally:
            os._exit(1)
    os.close(says)
    with os.fdopen(hears) as lines:
        assert lines.readline() == "open\n"
        heard = [lines.readline() for _ in range(coins.randint(0, 12))]
        time.sleep(coins.random() * 0.004)  # any moment will do
        os.kill(process, signal.SIGKILL)
        heard += lines.read().split()
    _, status = os.waitpid(process, 0)
    assert os.WIFSIGNALED(status), "it has ended by itself"
    return int(heard[-1]) + 1 if heard else begin


def main(folder: str, kills: int, options: dict[str, Any]) -> dict[str, int]:
    """How much was done and how often something was on the disk that was not acknowledged."""
    address = f"sqlite:///{folder}/lists.db"
    open_sqlite(address, **small_options(**options)).close()
    twin = small(**options)
    coins = random.Random(7)
    number = 0
    more = 0
    tokens: set[str] = set()
    for _ in range(kills):
        reached = killed_at(address, number, coins)
        while number < reached:
            number = advance(twin, number, tokens)
        service = open_sqlite(address)
        found = state_of(service)
        service._recorded.journal.close()  # type: ignore[union-attr]  # not gently: no snapshot
        if found != state_of(twin):
            number, more = advance(twin, number, tokens), more + 1
        assert found == state_of(twin), f"after {number} steps"
    return {"steps": number, "lists": len(tokens), "more": more}


def advance(twin: Service, number: int, tokens: set[str]) -> int:
    token = step(twin, number)
    assert token not in tokens
    tokens |= {token} if token else set()
    return number + 1


if __name__ == "__main__":
    journal.CALLS_BETWEEN_SNAPSHOTS = 7
    sys.stdout.write(json.dumps(main(**json.loads(sys.argv[1]))))
