"""A program that uses a journal, and prints each call as soon as it is acknowledged.

``steps FILE COUNT``: the steps of `killed`. ``calls FILE COUNT``: lists and answers, on a disk that
may fail now and then.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from matroidlab.errors import JournalError
from matroidlab_serving import Service, recorded_engine
from matroidlab_serving.sqlite import journal
from serving_support.killed import step
from serving_support.served import open_sqlite, small_options


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


def steps(path: str, count: int) -> None:
    service = open_sqlite(f"sqlite:///{path}", **small_options())
    say("open")
    for number in range(count):
        step(service, number)
        say(str(number))
    service.close()


def opened_at_last(path: str) -> Service:
    for _ in range(20):
        try:
            return open_sqlite(f"sqlite:///{path}", **small_options())
        except JournalError:
            continue
    raise RuntimeError("the disk fails too often")


def calls(path: str, count: int) -> None:
    service = opened_at_last(path)
    for _ in range(count):
        shown = service.recommend(now=0.0)
        if not shown.token:
            continue
        say(json.dumps(["list", shown.token, *shown.items]))
        try:
            if service.observe(shown.token, {}, missing=1.0, now=0.0):
                say(json.dumps(["answer", shown.token]))
        except JournalError:
            continue
    os._exit(0)


if __name__ == "__main__":
    journal.CALLS_BETWEEN_SNAPSHOTS = 7
    recorded_engine.SECONDS_BETWEEN_ATTEMPTS = 0.0
    {"steps": steps, "calls": calls}[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
