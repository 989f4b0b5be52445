"""Reading a file that a user names ends, and takes little memory, whatever kind of file it is."""

import os
from pathlib import Path
from threading import Thread

import pytest

from matroidlab.errors import FormatError
from matroidlab.named_files import LONGEST, opened, read_toml, text_lines, text_of, toml_table

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pipes and devices of POSIX")


def test_a_pipe_without_a_writer_is_at_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert text_of(pipe, most=100) == ""
    assert list(text_lines(pipe)) == []


def test_the_bytes_of_a_slow_writer_are_waited_for() -> None:
    """As with ``matroidlab run <(a program)``."""
    reading, writing = os.pipe()

    def write() -> None:
        with os.fdopen(writing, "wb") as file:
            for _ in range(3):
                file.write(b"a line\n")
                file.flush()

    with opened(Path(f"/dev/fd/{reading}")) as file:
        os.close(reading)
        Thread(target=write).start()
        assert file.read() == b"a line\n" * 3


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/full"])
def test_a_device_without_an_end_is_refused(device: str, tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(device)
    for path in (Path(device), link):
        with pytest.raises(FormatError, match="it is neither a file nor a pipe"):
            read_toml(path)
        with pytest.raises(OSError, match="it is neither a file nor a pipe"):
            next(text_lines(path))


def test_nothing_is_in_dev_null() -> None:
    assert read_toml(Path("/dev/null")) == {}


def test_a_line_that_never_ends_is_refused(tmp_path: Path) -> None:
    sparse = tmp_path / "sparse.csv"
    with sparse.open("wb") as file:
        file.truncate(LONGEST * 100)
    with pytest.raises(ValueError, match="a line of more than 67,108,864 bytes"):
        list(text_lines(sparse))


def test_lines_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    marked = tmp_path / "marked.csv"
    marked.write_bytes("\N{ZERO WIDTH NO-BREAK SPACE}über\r\nx".encode())
    assert list(text_lines(marked)) == ["über\r\n", "x"]


@pytest.mark.parametrize("key", ["a", '"a b"', "'a'", "a-1 "])
def test_a_key_of_too_many_parts_is_refused_before_it_is_parsed(key: str) -> None:
    """For a key of n parts, tomllib keeps n tuples of up to n parts: 1.6 GB for 20,000."""
    deep = ".".join([key] * 20_000)
    for text in (f"{deep} = 1", f"[{deep}]", f"x = {{ {deep} = 1 }}"):
        with pytest.raises(ValueError, match="nested deeper than 64 tables and lists"):
            toml_table(text)
    assert toml_table(".".join([key] * 64) + " = '1.2.3.4'")
