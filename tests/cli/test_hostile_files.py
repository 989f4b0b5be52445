"""Every command ends on every kind of file, without a traceback and without filling the memory."""

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from matroidlab.cli import main

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes and devices of POSIX")

COMMANDS = (
    "check uniform --file FILE",
    "orderability uniform --file FILE",
    "show uniform --file FILE",
    "run FILE",
    "bench FILE",
    "compare FILE",
    "recommenders FILE",
    "serve FILE --check",
    "verify FILE",
    "census binary --from FILE --format json --executor serial",
    "convert FILE - --from revlex --to lex",
    "report FILE",
    "results FILE",
)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def empty(path: Path) -> None:
    path.touch()


def written(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


FILES: dict[str, Callable[[Path], object]] = {
    "a pipe without a writer": pipe,
    "a link to itself": loop,
    "a device without an end": endless,
    "a directory": Path.mkdir,
    "an empty file": empty,
    "no file": lambda _: None,
    "nested lists of TOML": written(b"x = " + b"[" * 50_000),
    "nested tables of TOML": written(b"[" + b"a." * 5_000 + b"a]"),
    "nested lists of JSON": written(b"[" * 50_000 + b"]" * 50_000),
    "a number of 400 digits": written(b"size = 1" + b"0" * 400 + b"\nrank = 1"),
    "nothing but no numbers": written(b"size = nan\nrank = inf"),
    "bytes": written(bytes(range(256)) * 40),
    "bytes of a compressed file": written(gzip.compress(b"text")),
    "NULs": written(bytes(10_000)),
    "a number": written(b"5"),
    "a surrogate": written(b"x = '\xed\xb2\x80'"),
    "a JSON object of nothing": written(b"{}"),
}


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("typed", COMMANDS)
def test_a_hostile_file_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, kind: str
) -> None:
    name, *others = typed.split()
    if name not in main.list_commands(click.Context(main)):
        pytest.skip(f"{name} is not installed")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "hostile.toml"
    FILES[kind](path)
    given = [str(path) if one == "FILE" else one for one in others]
    result = CliRunner().invoke(main, [name, *given], env={"MATROIDLAB_SERVICE": None})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
