"""The HTTP service as a program: lists, answers, limits, health, and a stop that loses nothing."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from matroidlab.errors import ServingError
from matroidlab_serving import Service
from matroidlab_serving.commands import serve_command
from matroidlab_serving.http.service_file import read_service_file
from serving_support.http_service import NEEDS_HTTP, HttpService

DEPLOY = Path(__file__).parents[1] / "deploy"
VISITOR = "ann@example.com"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("http")


@pytest.fixture(scope="module")
def running(folder: Path) -> Iterator[HttpService]:
    with HttpService(DEPLOY / "service.toml", f"sqlite:///{folder / 'lists.db'}") as service:
        yield service


@NEEDS_HTTP
def test_a_list_is_shown_answered_once_and_counted(running: HttpService) -> None:
    few = running.ask("/lists", {"candidates": ["b-1", "b-2", "f-1"], "exclude": ["b-2"]}).plain
    assert set(few["items"]) == {"b-1", "f-1"}
    shown = running.ask("/lists", {"visitor": VISITOR, "unavailable": ["b-3"]}).plain
    assert len(shown["items"]) == 3
    assert "b-3" not in shown["items"]
    assert shown["slots"] == ["books", "books", "films"]
    answer = {"token": shown["token"], "weights": {shown["items"][0]: 1.0}}
    assert running.ask("/answers", answer).plain == {"accepted": True}
    assert running.ask("/answers", answer).plain == {"accepted": False}
    assert running.ask("/ready").plain == {"status": "ready"}
    assert "matroidlab_answers_total 1.0" in running.ask("/metrics").text
    assert running.ask("/openapi.json").plain["openapi"].startswith("3.1")


@NEEDS_HTTP
@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("/lists", {"segment": "de"}, 400, "there is no segment 'de'"),
        ("/lists", {"colour": 1}, 400, "the body has no 'colour'"),
        ("/lists", {"unavailable": "b-1"}, 400, "unavailable must be a list of keys"),
        ("/lists", {"visitor": 3}, 400, "visitor"),
        ("/lists", [], 400, "must be an object"),
        ("/lists", b"{", 400, "must be JSON"),
        ("/lists", b"[" * 50_000, 400, "must be JSON"),
        ("/lists", b"\xff", 400, "must be JSON"),
        ("/lists", b" " * 200_000, 413, "at most 100000 bytes"),
        ("/answers", {"token": "1.0000000000", "weights": {}}, 404, "no list was shown"),
        ("/answers", {"token": "", "weights": {}}, 404, "without a token"),
        ("/answers", {"token": 3, "weights": []}, 404, "no list was shown"),
        ("/answers", {"token": "1.00"}, 400, "must have a token and weights"),
        ("/nothing", {}, 404, "Not Found"),
        ("/health", {}, 405, "Method Not Allowed"),
    ],
)
def test_what_is_no_request_is_refused_in_words(
    running: HttpService, path: str, body: object, status: int, said: str
) -> None:
    reply = running.ask(path, body)
    assert reply.status == status, reply
    assert said in reply.plain["error"]


@NEEDS_HTTP
def test_a_body_that_is_no_json_or_never_comes_is_refused(running: HttpService) -> None:
    reply = running.ask("/lists", b"a=b", **{"Content-Type": "application/x-www-form-urlencoded"})
    assert reply.status == 415
    port = int(running.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as slow:
        head = "POST /lists HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        slow.sendall(f"{head}Content-Length: 10\r\n\r\n{{".encode())
        slow.settimeout(20)
        assert slow.recv(1000).startswith(b"HTTP/1.1 408")


@NEEDS_HTTP
def test_a_stop_is_graceful_loses_nothing_and_says_no_secrets(folder: Path) -> None:
    address = f"sqlite:///{folder / 'other.db'}"
    with HttpService(DEPLOY / "service.toml", address) as service:
        shown = service.ask("/lists", {"visitor": VISITOR}).plain
        answer = {"token": shown["token"], "weights": {}, "missing": 0.0}
        assert service.ask("/answers", answer).plain == {"accepted": True}
        code, said = service.stop()
    assert code == 143  # as of every command that SIGTERM stops
    assert VISITOR not in said
    assert shown["token"] not in said
    with Service.open(address) as again:
        assert (again.status()["lists"], again.status()["answers"]) == (1, 1)
    assert not (folder / "other.db-wal").exists()


def test_the_file_of_the_deployment_describes_a_service() -> None:
    given = {"MATROIDLAB_SERVICE": "sqlite:///lists.db"}
    done = CliRunner().invoke(serve_command, [str(DEPLOY / "service.toml"), "--check"], env=given)
    assert done.exit_code == 0, done.output
    assert "port 8000" in done.output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("port = 'x'", "give an address"),
        ("address = 'sqlite:///a.db'\nprot = 1", "the file has no 'prot'; did you mean 'port'"),
        ("address = 'a'\n[page]\ntop = 2\nslots = {}\n[items]\nkeys = ['a']", "or top = count"),
        ("address = 'sqlite:///a.db'\n[page]\ntop = 1\n[items]\nfile = 'none.csv'", "cannot be"),
        ("address = 'sqlite:///a.db'\n[items]\nkeys = ['a']\n[page]\ntop = 1\n[limits]\nbody = 0",
         "body"),
        ("address = 'sqlite:///a.db'\nconnections = 0\n[items]\nkeys = ['a']\n[page]\ntop = 1",
         "connections must"),
        ("address", "is not valid TOML"),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_says_where(
    tmp_path: Path, text: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MATROIDLAB_SERVICE", raising=False)
    file = tmp_path / "service.toml"
    file.write_text(text)
    with pytest.raises(ServingError, match=message) as caught:
        read_service_file(file)
    assert "service.toml" in str(caught.value)


def test_a_file_says_how_many_connections_there_are_and_its_repr_has_no_password(
    tmp_path: Path,
) -> None:
    file = tmp_path / "service.toml"
    file.write_text(
        "address = 'postgresql://lab:s3cret@db/lists'\nconnections = 7\n[items]\n"
        "keys = ['a', 'b']\n[page]\ntop = 1"
    )
    found = read_service_file(file)
    assert found.connections == 7
    assert "s3cret" not in repr(found)


def test_an_endless_or_deeply_nested_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text(f"x = {'[' * 5000}")
    with pytest.raises(ServingError, match="nested deeper than 64 tables and lists"):
        read_service_file(tmp_path / "deep.toml")
    with pytest.raises(ServingError, match="neither a file nor a pipe"):
        read_service_file(Path("/dev/zero"))
