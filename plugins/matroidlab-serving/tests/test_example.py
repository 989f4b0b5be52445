"""The example service over HTTP: a real process, asked as a browser asks, and as nobody should."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest

from serving_support.example_service import FOLDER, START, Running, running

pytest.importorskip("uvicorn", reason="the example service needs matroidlab[example]")
pytest.importorskip("starlette", reason="the example service needs matroidlab[example]")

JSON = {"content-type": "application/json"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def plain(self) -> Any:
        return json.loads(self.body)


def ask(server: Running, path: str, body: object = None, headers: dict[str, str] = JSON) -> Answer:
    sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    with closing(HTTPConnection(urlsplit(server.address).netloc, timeout=30)) as connection:
        connection.request("GET" if sent is None else "POST", path, sent, headers)
        response = connection.getresponse()
        return Answer(
            response.status,
            {name.lower(): value for name, value in response.getheaders()},
            response.read(),
        )


@pytest.fixture(scope="module")
def quiet() -> Iterator[Running]:
    """A server without made-up visitors."""
    with running("--visitors", "0") as server:
        yield server


def test_a_list_is_shown_with_its_certificate_and_answered_once(quiet: Running) -> None:
    shown = ask(quiet, "/list", {}).plain
    assert [item["slot"] for item in shown["items"]] == [
        "books",
        "books",
        "films",
        "films",
        "games",
    ]
    assert shown["verified"]
    assert "no worse than their counterparts in the baseline" in shown["sentence"]
    told = {"token": shown["token"], "clicks": [shown["items"][0]["key"]]}
    assert [ask(quiet, "/answer", told).plain["taken"] for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    "path", ["/", "/page.css", "/page.js", "/icon.svg", "/progress", "/nowhere", "/../app.py"]
)
def test_every_response_keeps_the_page_to_itself(quiet: Running, path: str) -> None:
    answer = ask(quiet, path)
    assert answer.status == (404 if path in ("/nowhere", "/../app.py") else 200)
    assert answer.headers["content-security-policy"].startswith(
        "default-src 'none'; script-src 'self'; style-src 'self'"
    )
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert b"http" not in answer.body.replace(b"http://www.w3.org/2000/svg", b"")


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (b"{", 400, "an answer must be JSON with a token and clicks"),
        (b"[" * 9_000, 400, "an answer must be JSON with a token and clicks"),
        ([], 400, "an answer must be JSON with a token and clicks"),
        ({"token": "0.0"}, 400, "an answer must be JSON with a token and clicks"),
        ({"token": "0.0", "clicks": []}, 400, "no list was shown under the token '0.0'"),
        ({"token": ["x"], "clicks": []}, 400, "no list was shown under the token ['x']"),
        ({"token": "TOKEN", "clicks": ["nonsense"]}, 400, "'nonsense' is not on the list"),
        ({"token": "TOKEN", "clicks": "atlas"}, 400, "clicks must be a list of keys"),
        ({"token": "TOKEN", "clicks": [["atlas"]]}, 400, "clicks must be a list of keys"),
        (b" " * 20_000, 413, "at most 10000 bytes"),
    ],
    ids=[
        "half",
        "deep",
        "list",
        "no clicks",
        "no list",
        "no token",
        "strange",
        "text",
        "nested",
        "long",
    ],
)
def test_a_wrong_answer_is_refused_with_the_reason(
    quiet: Running, body: Any, status: int, reason: str
) -> None:
    token = ask(quiet, "/list", {}).plain["token"]
    told = body | {"token": token} if isinstance(body, dict) and body["token"] == "TOKEN" else body
    answer = ask(quiet, "/answer", told)
    assert answer.status == status
    assert reason in answer.plain["error"]
    assert ask(quiet, "/answer", {"token": token, "clicks": []}).plain == {"taken": True}


def test_other_pages_and_other_hosts_are_refused(quiet: Running) -> None:
    token = ask(quiet, "/list", {}).plain["token"]
    form = ask(quiet, "/answer", {"token": token, "clicks": []}, {"content-type": "text/plain"})
    assert form.status == 415  # what a form of another page could send without asking
    assert ask(quiet, "/", headers={"host": "example.org"}).status == 400
    assert ask(quiet, "/list").status == 405


def test_visitors_come_the_picture_moves_and_no_list_breaks_the_promise() -> None:
    with running("--visitors", "200") as server:
        sleep(0.3)
        seen = [ask(server, "/progress").plain]
        assert seen[0]["lists"] == 0  # until the page is opened, which asks for a list
        ask(server, "/list", {})
        while seen[-1]["lists"] < 100:
            seen.append(ask(server, "/progress").plain)
    assert seen[-1]["broken"] == 0
    assert seen[-1]["careless_broken"] > 0
    assert seen[-1]["points"][-1][2] > seen[0]["points"][-1][2]
    assert len(seen[-1]["points"]) > 2


def test_visitors_can_be_paused_and_sent_back_to_the_start() -> None:
    with running("--visitors", "200") as server:
        ask(server, "/list", {})
        while ask(server, "/progress").plain["lists"] < 50:
            pass
        assert ask(server, "/pace", {"visitors_a_second": 0}).status == 200
        sleep(0.3)  # those who have come already leave
        seen = [ask(server, "/progress").plain["lists"] for _ in range(2)]
        assert seen[0] == seen[1]
        assert ask(server, "/restart", {}).status == 200
        started = ask(server, "/progress").plain
    assert (started["lists"], started["careless_broken"], started["answers"]) == (0, 0, 0)


def test_what_is_kept_in_a_file_is_not_restarted(tmp_path: Path) -> None:
    with running("--visitors", "0", "--file", str(tmp_path / "lists.db")) as server:
        refused = ask(server, "/restart", {})
        assert (refused.status, "kept in a file" in refused.plain["error"]) == (400, True)
        wrong = ask(server, "/pace", {"visitors_a_second": "many"})
        assert wrong.status == 400


def test_certificates_speak_of_titles(quiet: Running) -> None:
    shown = ask(quiet, "/list", {}).plain
    (tried,) = (item for item in shown["items"] if item["reason"] == "tried")
    assert f"{tried['title']} instead of {tried['against']}" in shown["sentence"]


def test_what_is_shown_outlives_the_server(tmp_path: Path) -> None:
    file = str(tmp_path / "lists.db")
    with running("--visitors", "0", "--file", file) as server:
        token = ask(server, "/list", {}).plain["token"]
    with running("--visitors", "0", "--file", file) as server:
        assert ask(server, "/answer", {"token": token, "clicks": []}).plain == {"taken": True}


@pytest.mark.parametrize("milliseconds", [0, 1, 2, 4])
def test_a_temporary_file_is_gone_in_the_end_however_soon_that_comes(milliseconds: int) -> None:
    with running("--visitors", "0") as server:
        folder = Path(server.line.split("lists in ")[1].split(";")[0]).parent
        assert (folder / "lists.db").exists()
        sleep(milliseconds / 1000)
    assert not folder.exists()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--visitors", "nan"], "must lie in 0..1000, got nan"),
        (["--file", __file__], "is not the journal of a service"),
    ],
    ids=["visitors", "file"],
)
def test_what_cannot_be_started_is_refused_in_one_line(options: list[str], reason: str) -> None:
    command = [sys.executable, str(START), "--port", "0", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    assert reason in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_refused_with_the_way_out(quiet: Running) -> None:
    command = [sys.executable, str(START), "--port", str(urlsplit(quiet.address).port)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert "name another, or 0 for any that is free" in done.stderr.splitlines()[-1]


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    """The modules of the example, imported as it imports them."""
    from importlib import import_module

    monkeypatch.syspath_prepend(FOLDER)
    yield import_module
    for name in ("app", "careless", "pace", "progress", "shop", "visitors"):
        sys.modules.pop(name, None)


def test_a_list_that_breaks_the_promise_is_counted(
    example: Callable[[str], Any], tmp_path: Path
) -> None:
    app = example("app")
    progress = example("progress").Progress()
    shop = example("shop")
    with app.open_shop(f"sqlite:///{tmp_path}/lists.db", seed=1) as service:
        progress.add(service.peek())
        assert progress.broken == 0
        lies = {key: float(key in ("ledger", "letters", "fog", "tower")) for key in shop.ITEMS}
        service.learn_from([{"weights": lies}] * 400)
        progress.add(service.peek())
    assert progress.broken == 1
    assert progress.lists == 2


def test_the_picture_never_has_too_many_points(
    example: Callable[[str], Any], tmp_path: Path
) -> None:
    app = example("app")
    module = example("progress")
    progress = module.Progress()
    with app.open_shop(f"sqlite:///{tmp_path}/lists.db", seed=1) as service:
        shown = service.peek()
    for _ in range(3 * module.MOST_POINTS):
        progress.add(shown)
        progress.mark(shown)
    lists = [point[0] for point in progress.plain(shown)["points"]]
    assert len(lists) <= module.MOST_POINTS + 1
    assert lists == sorted(lists)
    assert (lists[0], lists[-1]) == (0, 3 * module.MOST_POINTS)
