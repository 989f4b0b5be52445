"""PgBouncer in transaction mode, in front of a server of the tests."""

import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path

from serving_support.postgres import Server, free_port

SESSIONS = 2
"""The sessions of the server that all clients share."""


def program() -> str | None:
    """The path of PgBouncer, if it is there."""
    return shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")


class Pooler:
    """One PgBouncer, which answers when the constructor returns."""

    def __init__(self, server: Server, folder: Path, port: int | None = None) -> None:
        found = program()
        assert found is not None
        folder.mkdir()
        self._server = server
        self._log = folder / "log"
        self.port = port or free_port()
        settings = self._written(folder, found)
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [found, str(settings)],
                stdout=log,
                stderr=log,
                **server.as_user(),  # type: ignore[call-overload]
            )
        self._wait()

    def address(self, direct: str) -> str:
        """The address through the pooler of a database with a direct address."""
        return direct.replace(f":{self._server.port}/", f":{self.port}/")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(10)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def _written(self, folder: Path, found: str) -> Path:
        users = folder / "users"
        users.write_text(f'"lab" "{self._server.password}"\n')
        settings = folder / "pgbouncer.ini"
        settings.write_text(
            f"[databases]\n* = host=127.0.0.1 port={self._server.port}\n[pgbouncer]\n"
            f"listen_addr = 127.0.0.1\nlisten_port = {self.port}\nunix_socket_dir =\n"
            f"auth_type = plain\nauth_file = {users}\npool_mode = transaction\n"
            f"default_pool_size = {SESSIONS}\n{_without_prepared_statements(found)}"
        )
        for path in (folder, users, settings):
            self._server.give(path)
        return settings

    def _wait(self) -> None:
        for _ in range(400):
            if self._process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        self._process.kill()
        raise RuntimeError(self._log.read_text()[-2000:])


def _without_prepared_statements(found: str) -> str:
    """The setting that keeps PgBouncer from translating prepared statements.

    Versions before 1.21 never do, and refuse to start with a setting that they do not know.
    """
    said = subprocess.run([found, "--version"], check=True, capture_output=True, text=True).stdout
    version = re.search(r"(\d+)\.(\d+)", said)
    assert version is not None
    is_new = tuple(map(int, version.groups())) >= (1, 21)
    return "max_prepared_statements = 0\n" if is_new else ""
