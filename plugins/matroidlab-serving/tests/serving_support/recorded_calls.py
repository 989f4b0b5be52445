"""A program that uses a journal, and prints each call as soon as it is acknowledged.

``steps FILE COUNT``: the steps of `killed`. ``calls FILE COUNT``: lists and answers, on a disk
that may fail now and then. ``writes FOLDER COUNT NUMBER``: the same, that many times, with one
idle write less before it each time, so that a disk that fails at write NUMBER fails at each write
in turn. ``syncs`` likewise.
"""

import json
import os
import sys
from collections.abc import Callable
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


def in_turn(idle_call: Callable[[int], object], folder: str, count: int, runs: int) -> None:
    """Fork for each run, so that Python starts once; what is said stands beside the journal."""
    for number in range(1, runs + 1):
        pid = os.fork()
        if pid == 0:
            idle = os.open(f"{folder}/idle", os.O_CREAT | os.O_WRONLY)
            for _ in range(runs - number):
                idle_call(idle)
            os.dup2(os.open(f"{folder}/{number}.said", os.O_CREAT | os.O_WRONLY), 1)
            calls(f"{folder}/{number}.db", count)
        assert os.waitpid(pid, 0)[1] == 0, f"the run in which call {number} fails"


def writes(folder: str, count: int, runs: int) -> None:
    in_turn(lambda idle: os.pwrite(idle, b" ", 0), folder, count, runs)


def syncs(folder: str, count: int, runs: int) -> None:
    in_turn(os.fdatasync, folder, count, runs)


if __name__ == "__main__":
    journal.CALLS_BETWEEN_SNAPSHOTS = 7
    recorded_engine.SECONDS_BETWEEN_ATTEMPTS = 0.0
    programs: list[Callable[..., None]] = [steps, calls, writes, syncs]
    {one.__name__: one for one in programs}[sys.argv[1]](sys.argv[2], *map(int, sys.argv[3:]))
