"""A real PostgreSQL server, started from the binaries on the machine as a user who is not root."""

import atexit
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")


def binaries() -> Path | None:
    """The folder of `initdb` and `postgres`, if they are there."""
    found = [
        folder
        for place in PLACES
        for folder in sorted(Path("/").glob(place[1:]))
        if (folder / "initdb").exists()
    ]
    on_path = shutil.which("initdb")
    return found[-1] if found else None if on_path is None else Path(on_path).resolve().parent


def is_running(process: str) -> bool:
    """Whether a process has not ended; one that nobody has waited for has."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


class Server:
    """One server with a database of its own; ``kill`` is a real SIGKILL of all its processes."""

    def __init__(self, folder: Path | None = None, *, is_durable: bool = True) -> None:
        home = binaries()
        assert home is not None
        self.binaries = home
        self.folder = (
            Path(tempfile.mkdtemp(prefix="matroidlab-postgres-")) if folder is None else folder
        )
        self._options = [] if is_durable else ["-c", "fsync=off"]
        self.port = free_port()
        self.password = "s3cret-of-the-test"
        self._user = (
            pwd.getpwnam("postgres" if _has_user("postgres") else "nobody")
            if os.geteuid() == 0
            else None
        )
        self.give(self.folder)
        secret = self.folder / "password"
        secret.write_text(self.password)
        self.give(secret)
        self._run(
            "initdb",
            "-D",
            str(self.data),
            "-U",
            "lab",
            "--auth=scram-sha-256",
            f"--pwfile={secret}",
            "-N",
            "-E",
            "UTF8",
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def address(self) -> str:
        return f"postgresql://lab:{self.password}@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [
            str(self.binaries / "postgres"),
            "-D",
            str(self.data),
            "-p",
            str(self.port),
            "-h",
            "127.0.0.1",
            "-k",
            "",
            *self._options,
        ]
        self._clear()
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self.as_user(),  # type: ignore[call-overload]
            )
        ready = [str(self.binaries / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        for _ in range(600):
            if subprocess.run(ready, check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise RuntimeError((self.folder / "log").read_text()[-2000:])

    def kill(self) -> None:
        """SIGKILL to all its processes, as when a machine dies.

        Each is in a group of its own. While one lives, no other server opens the same data.
        """
        assert self.process is not None
        own = self.process.pid
        os.kill(own, signal.SIGSTOP)  # it begins no other process meanwhile
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        for process in (own, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        while any(map(is_running, children)):
            time.sleep(0.01)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self, name: str) -> str:
        """A database of that name, made anew."""
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.address.removesuffix("postgres") + name

    def _run(self, *command: str) -> None:
        program = [str(self.binaries / command[0]), *command[1:]]
        done = subprocess.run(
            program, check=False, capture_output=True, text=True, **self.as_user()
        )  # type: ignore[call-overload]
        assert done.returncode == 0, done.stderr

    def as_user(self) -> dict[str, object]:
        """The arguments of `subprocess` that start a program as the user of the server."""
        if self._user is None:
            return {}
        return {
            "user": self._user.pw_uid,
            "group": self._user.pw_gid,
            "extra_groups": [],
            "cwd": str(self.folder),
        }

    def give(self, path: Path) -> None:
        """Let the user of the server own a file."""
        if self._user is not None:
            os.chown(path, self._user.pw_uid, self._user.pw_gid)

    def _clear(self) -> None:
        """After a SIGKILL: wait until no process of before holds the port or the data."""
        (self.data / "postmaster.pid").unlink(missing_ok=True)


@cache
def shared_server() -> Server:
    """The server of all tests in this process that neither stop it nor need its disk."""
    made = Server(is_durable=False)
    owner = os.getpid()
    atexit.register(lambda: made.stop() if os.getpid() == owner else None)
    return made


def _has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
