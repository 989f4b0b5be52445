"""Follow a tutorial: write its files, type its commands, compare its output."""

import doctest
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

FENCE = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(?:#|<!--) ([\w./-]+\.\w+)(?: -->)?\n")
SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
END = "--- that was it:"
REMARK = re.compile(r"bash: line \d+: +\d+ Killed .*\n")
"""The shell's message about a killed background job."""


class Step(NamedTuple):
    """Something that a reader does: writes a file, or types a command and sees what it prints."""

    kind: str
    name: str
    text: str


def steps(page: str) -> Iterator[Step]:
    """The steps of a page in order: files to write, and commands after a ``$``."""
    for _, language, text in FENCE.findall(page):
        named = FILE.match(text)
        if named:
            yield Step("file", named[1], text if language != "markdown" else text[named.end() :])
        elif language == "console":
            for typed in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, shown = typed.partition("\n")
                yield Step("command", command, shown)


class Reader:
    """Follows a page in a folder, in one shell; background jobs run until the end."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self.shell = subprocess.Popen(
            ["bash"],
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def follow(self, page: str, *, skipped: str | tuple[str, ...] = (), unshown: str = "") -> int:
        """Do all that a page says; how many commands there were.

        Commands that begin with ``skipped`` are left out. A command whose output the page does not
        show prints ``unshown``.
        """
        done = [step for step in steps(page) if not step.name.startswith(skipped)]
        for step in done:
            if step.kind == "file":
                (self.folder / step.name).write_text(step.text, encoding="utf-8")
            else:
                self.type(step.name, step.text or unshown)
        return sum(step.kind == "command" for step in done)

    def type(self, command: str, shown: str) -> None:
        """Type a command; it must end well and print what is shown, where ``...`` is anything."""
        printed, status = self._run(command)
        assert status == 0, f"$ {command}\n{printed}\nended with status {status}"
        difference = doctest.Example(command, shown)
        text = doctest.OutputChecker().output_difference(difference, printed, SAME)
        assert doctest.OutputChecker().check_output(shown, printed, SAME), f"$ {command}\n{text}"

    def _run(self, command: str) -> tuple[str, int]:
        assert self.shell.stdin is not None
        assert self.shell.stdout is not None
        self.shell.stdin.write(f"{{ {command}\n}} </dev/null\necho '{END}' $?\n")
        self.shell.stdin.flush()
        printed = ""
        for line in self.shell.stdout:
            before, end, status = line.partition(END)
            printed += before
            if end:
                return REMARK.sub("", printed), int(status)
        raise AssertionError(f"$ {command}\n{printed}\nended the shell")

    def leave(self) -> None:
        """Close the shell, and end what it has started."""
        assert self.shell.stdin is not None
        assert self.shell.stdout is not None
        os.killpg(self.shell.pid, signal.SIGKILL)
        self.shell.wait()
        self.shell.stdin.close()
        self.shell.stdout.close()


@contextmanager
def reader(folder: Path) -> Iterator[Reader]:
    """A reader with an environment of its own, with everything installed that this one has."""
    own = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", own], check=True)
    (packages,) = own.glob("lib/python*/site-packages")
    (there,) = (
        path for path in sys.path if path.endswith("site-packages") and path.startswith(sys.prefix)
    )
    (packages / "all.pth").write_text(f"import site; site.addsitedir({there!r})\n")
    command = own / "bin" / "matroidlab"
    command.write_text(
        f"#!{own}/bin/python\nfrom matroidlab.cli import main\n"
        "if __name__ == '__main__':\n    main()\n"
    )
    command.chmod(0o755)
    work = folder / "work"
    work.mkdir()
    environment = os.environ | {"PATH": f"{own}/bin:{os.environ['PATH']}", "COLUMNS": "100"}
    environment.pop("PYTHONPATH", None)
    following = Reader(work, environment)
    try:
        yield following
    finally:
        following.leave()
