"""The example service under requests of other pages, and of clients that never finish."""

import json
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from serving_support.example_service import Running, running


@pytest.fixture(scope="module")
def quiet() -> Iterator[Running]:
    """A server without made-up visitors; it must end without a word on its error output."""
    with running("--visitors", "0") as server:
        yield server


def post(server: Running, path: str, origin: str | None) -> int:
    headers = {"content-type": "application/json"} | ({} if origin is None else {"origin": origin})
    connection = HTTPConnection(urlsplit(server.address).netloc, timeout=30)
    try:
        connection.request("POST", path, json.dumps({"token": "x", "clicks": []}), headers)
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/list", "/answer"])
def test_a_page_from_elsewhere_is_refused(quiet: Running, path: str) -> None:
    for origin in ("http://elsewhere.example", "null", quiet.address.replace("http:", "https:")):
        assert post(quiet, path, origin) == 403
    expected = 200 if path == "/list" else 400  # there is no such token
    assert post(quiet, path, quiet.address) == expected
    assert post(quiet, path, None) == expected


def asked(server: Running, method: str, path: str, given: object) -> tuple[int, bytes]:
    """The status and the body of the answer to a request of the page itself."""
    connection = HTTPConnection(urlsplit(server.address).netloc, timeout=30)
    try:
        headers = {"content-type": "application/json"}
        connection.request(method, path, json.dumps(given), headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def test_a_restart_while_others_ask_is_no_error_of_theirs(quiet: Running) -> None:
    """The fixture sees to it that the log says nothing."""

    def ask(number: int) -> int:
        if number % 5 == 0:
            return asked(quiet, "POST", "/restart", {})[0]
        return asked(quiet, *(("POST", "/list", {}) if number % 2 else ("GET", "/progress", {})))[0]

    with ThreadPoolExecutor(6) as threads:
        found = Counter(threads.map(ask, range(60)))
    assert found.keys() <= {200, 503}
    assert found[200] > 50


@pytest.mark.parametrize("given", [True, None, "5", [], -1, 1001, 10**400, float("nan")])
def test_a_pace_is_a_number_in_its_bounds(quiet: Running, given: object) -> None:
    status, said = asked(quiet, "POST", "/pace", {"visitors_a_second": given})
    assert status == 400
    assert len(said) < 300


def half_sent(server: Running) -> socket.socket:
    """A connection that promises a hundred bytes and sends one."""
    host = urlsplit(server.address)
    own = socket.create_connection((str(host.hostname), host.port), 30)
    head = f"POST /answer HTTP/1.1\r\nHost: {host.netloc}\r\nContent-Type: application/json\r\n"
    own.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())
    return own


def test_a_body_that_does_not_come_is_not_waited_for(quiet: Running) -> None:
    waiting = [half_sent(quiet) for _ in range(20)]
    gone = half_sent(quiet)
    gone.close()  # and nothing of that is in the log: see the fixture
    start = time.monotonic()
    for own in waiting:
        with own:
            received = own.makefile("rb").read()  # until the server closes the connection
            assert received.startswith(b"HTTP/1.1 408")
    assert time.monotonic() - start < 8


def test_tokens_cannot_be_foretold() -> None:
    tokens = set()
    for _ in range(2):
        with running("--visitors", "0") as server:
            connection = HTTPConnection(urlsplit(server.address).netloc, timeout=30)
            connection.request("POST", "/list")
            tokens.add(json.loads(connection.getresponse().read())["token"])
            connection.close()
    assert len(tokens) == 2
