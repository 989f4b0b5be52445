"""A journal: nothing that was acknowledged is lost, and nothing that is not what was written is
believed.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving import Service, Top
from serving_support.served import open_sqlite, small, small_options, state_of, teach

TESTS = Path(__file__).parent
Made = tuple[bytes, dict[str, bytes]]


def open_small(path: Path, **options: object) -> Service:
    return open_sqlite(f"sqlite:///{path}", **small_options(**options))


def run(program: str, folder: Path) -> list[str]:
    """What a program says, in a process of its own."""
    begin = (
        f"import sys; sys.path.insert(0, {str(TESTS)!r})\n"
        "from serving_support.served import *\nimport os\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", begin + program],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


def test_opened_again_it_is_as_it_was_and_goes_on_as_if_never_closed(tmp_path: Path) -> None:
    whole = small()
    service = open_small(tmp_path / "a.db")
    for seed in range(3):
        teach(whole, 15, seed=seed)
        teach(service, 15, seed=seed)
        service.close()
        service = open_sqlite(f"sqlite:///{tmp_path / 'a.db'}")
        assert state_of(service) == state_of(whole)


def test_what_is_made_of_the_same_is_opened_and_of_other_things_refused(tmp_path: Path) -> None:
    open_small(tmp_path / "a.db").close()
    open_small(tmp_path / "a.db", seed=None).close()
    for other in (
        {"swap_size": 2},
        {"baseline": ["b-1", "b-3", "f-1"]},
        {"window": 5.0},
        {"labels": {"b-1": "One"}},
    ):
        with pytest.raises(JournalError, match="was made of other items or settings"):
            open_small(tmp_path / "a.db", **other)
    with pytest.raises(ServingError, match="a page is needed with items"):
        open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", items=["a"])


def test_every_call_is_on_the_disk_before_it_is_acknowledged(tmp_path: Path) -> None:
    service = open_small(tmp_path / "a.db")
    connection = service._recorded.journal._connection  # type: ignore[union-attr]
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    log = tmp_path / "a.db-wal"
    contents = {log.read_bytes()}
    for _ in range(5):
        service.recommend()
        contents.add(log.read_bytes())
    assert len(contents) == 6, "each call is in the write-ahead log"
    assert log.read_bytes()[:4] in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")


def test_a_second_writer_is_refused_in_this_process_and_in_another(tmp_path: Path) -> None:
    service = open_small(tmp_path / "a.db")
    with pytest.raises(JournalError, match="open in another process, or in this one"):
        open_sqlite(f"sqlite:///{tmp_path / 'a.db'}")
    said = run(
        "from matroidlab.errors import JournalError\n"
        "try: open_sqlite('sqlite:///a.db')\n"
        "except JournalError as error: print(error)",
        tmp_path,
    )
    assert "is open in another process" in said[0]
    assert service.recommend().token
    service.close()
    assert open_sqlite(f"sqlite:///{tmp_path / 'a.db'}").status()["lists"] == 1


def test_a_forked_child_is_refused_and_its_end_takes_nothing_from_its_parent(
    tmp_path: Path,
) -> None:
    said = run(
        "from matroidlab.errors import JournalError\n"
        "s = open_sqlite('sqlite:///a.db', **small_options())\n"
        "for _ in range(5): s.recommend()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try: s.recommend()\n"
        "    except JournalError as error: print(error, flush=True)\n"
        "    del s\n"
        "    sys.exit(0)\n"
        "os.waitpid(child, 0)\n"
        "for _ in range(5): s.recommend()\n"
        "print(s.status()['lists'], flush=True)\n"
        "os.kill(os.getpid(), 9)\n",
        tmp_path,
    )
    assert said == ["this service was opened by another process: open one in this process", "10"]
    assert open_sqlite(f"sqlite:///{tmp_path / 'a.db'}").status()["lists"] == 10


def test_a_child_that_was_forked_while_somebody_was_served_is_refused_too(tmp_path: Path) -> None:
    said = run(
        "from matroidlab.errors import JournalError\n"
        "import threading\n"
        "s = open_sqlite('sqlite:///a.db', **small_options())\n"
        "inside, done = threading.Event(), threading.Event()\n"
        "def serve():\n"
        "    with s._recorded.request():\n"
        "        inside.set(); done.wait()\n"
        "thread = threading.Thread(target=serve); thread.start(); inside.wait()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    import signal; signal.alarm(10)\n"
        "    try: s.recommend()\n"
        "    except JournalError as error: print(error, flush=True)\n"
        "    os._exit(0)\n"
        "os.waitpid(child, 0); done.set(); thread.join()\n",
        tmp_path,
    )
    assert said == ["this service was opened by another process: open one in this process"]


def test_a_call_that_fails_before_anything_is_done_leaves_the_service_open(tmp_path: Path) -> None:
    service = open_small(tmp_path / "a.db", proposal=lambda _: ["f-2"])
    before = state_of(service)
    for call in (
        lambda: service.recommend("fr"),
        lambda: service.observe("x", {}),
        lambda: service.add("b-1", slot="books"),
        lambda: service.retire("b-1"),
        lambda: service.learn_from([5]),
        lambda: service.expire(float("nan")),
        lambda: service.recommend(now=float("nan")),
    ):
        with pytest.raises((ServingError, KeyError)):
            call()
    assert state_of(service) == before
    assert service.recommend().token


def test_a_proposal_that_fails_is_recorded_as_the_trusted_list(tmp_path: Path) -> None:
    def fails(_segment: str) -> list[str]:
        raise ZeroDivisionError

    service = open_small(tmp_path / "a.db", proposal=fails)
    assert service.recommend().items == service.peek().items
    service._recorded.journal.close()  # type: ignore[union-attr]
    with pytest.raises(ServingError, match="give proposal=function again"):
        open_sqlite(f"sqlite:///{tmp_path / 'a.db'}")
    assert state_of(open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", proposal=fails)) == state_of(
        service
    )


def test_sql_in_keys_and_names_of_segments_is_text(tmp_path: Path) -> None:
    keys = ["'); DROP TABLE journal; --", '"; DELETE FROM snapshot; --', "a"]
    segments = ["x'; DROP TABLE snapshot_at; --", "y"]
    address = f"sqlite:///{tmp_path / 'a.db'}"
    service = open_sqlite(address, page=Top(2), items=keys, baseline=keys[:2], segments=segments)
    for name in segments:
        shown = service.recommend(name)
        service.observe(shown.token, dict.fromkeys(shown.items, 1.0))
    service.add("Robert'); DROP TABLE made_of; --", label="' OR 1=1")
    state = state_of(service)
    service._recorded.journal.close()  # type: ignore[union-attr]
    again = open_sqlite(address)
    assert state_of(again) == state
    assert {row["action"] for row in again.log()} <= {*keys}


def test_the_log_has_what_was_shown_with_what_probability_and_answered(tmp_path: Path) -> None:
    service = open_small(tmp_path / "a.db", scale=(0, 50))
    first = service.recommend(now=1.0)
    second = service.recommend(unavailable=["f-1"], now=2.0)
    service.observe(first.token, {first.items[0]: 20.0}, missing=5.0, now=3.0)
    rows = list(service.log())
    assert json.loads(json.dumps(rows)) == rows
    assert [row["action"] for row in rows] == [*first.items, *second.items]
    assert [row["reward"] for row in rows[:3]] == [20.0, 5.0, 5.0]
    assert [row["reward"] for row in rows[3:]] == [None] * 3
    for shown, own in ((first, rows[:3]), (second, rows[3:])):
        assert {row["token"] for row in own} == {shown.token}
        assert {row["pscore"] for row in own} == {shown.propensities.list}
        assert [row["pscore_item_position"] for row in own] == [*shown.propensities.items]
        assert [row["position"] for row in own] == [0, 1, 2]
    told = first.rows({first.items[0]: 20.0}, missing=5.0)
    assert [{k: v for k, v in row.items() if k in told[0]} for row in rows[:3]] == told
    with pytest.raises(ServingError, match="only a service with a journal has a log"):
        small().log()
