"""The program ``matroidlab serve``, in a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import pytest

from serving_support.postgres import free_port

NEEDS_HTTP = pytest.mark.skipif(
    find_spec("starlette") is None or find_spec("uvicorn") is None,
    reason="starlette and uvicorn are not installed",
)


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    text: str

    @property
    def plain(self) -> Any:
        """The body as JSON."""
        return json.loads(self.text)


class HttpService:
    """A service file and the program that serves it."""

    def __init__(self, file: Path, address: str) -> None:
        self.url = f"http://127.0.0.1:{(port := free_port())}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "matroidlab", "serve", str(file), "--port", str(port)],
            env=os.environ | {"MATROIDLAB_SERVICE": address},
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(300):
            try:
                if self.ask("/health").status == 200:
                    return
            except (urllib.error.URLError, ConnectionError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError(self.stop()[1])

    def ask(self, path: str, body: object = None, **headers: str) -> Reply:
        """Send a request; with a body it is a POST."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        kinds = {"Content-Type": "application/json"} | headers
        request = urllib.request.Request(self.url + path, data, kinds)
        try:
            with urllib.request.urlopen(request, timeout=30) as found:
                return Reply(found.status, found.read().decode())
        except urllib.error.HTTPError as error:
            return Reply(error.code, error.read().decode())

    def stop(self) -> tuple[int, str]:
        """Stop the program as a supervisor does; its exit code, and its messages."""
        self.process.send_signal(signal.SIGTERM)
        said = self.process.communicate(timeout=30)[1]
        return self.process.returncode, said

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.stop()
