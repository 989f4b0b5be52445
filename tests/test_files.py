"""Files are written whole, sealed against damage, read within limits, and named in errors."""

import os
import random
import stat
from pathlib import Path

import numpy as np
import pytest

from matroidlab.errors import FormatError, ResultsError
from matroidlab.files import (
    FILE,
    packed,
    read_bytes,
    sealed,
    sealed_lines,
    unpacked,
    unsealed_lines,
    write_text,
    write_whole,
)
from matroidlab.named_files import json_value, read_toml, toml_table

PLAIN = {"name": "é", "list": [1, None, 2.5]}
ARRAYS = {"counts": np.arange(6).reshape(2, 3), "sums": np.array(0.5), "none": np.zeros((0, 4))}


def flips(content: bytes, count: int) -> list[bytes]:
    """The content with one bit changed, in ``count`` places."""
    changed = []
    for bit in random.Random(3).sample(range(8 * len(content)), min(count, 8 * len(content))):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        changed.append(bytes(flipped))
    return changed


def test_a_file_appears_whole_and_replaces_an_earlier_one(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "a.txt"
    write_text(path, "first")
    write_text(path, "sécond")
    assert path.read_text(encoding="utf-8") == "sécond"
    assert [one.name for one in path.parent.iterdir()] == ["a.txt"]


def test_a_failed_write_leaves_the_earlier_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_text(path, "first")

    def fail(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, fail)
    assert {one.name: one.read_text() for one in tmp_path.iterdir()} == {"a.txt": "first"}


def test_the_file_is_synced_before_its_name_and_every_new_directory_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = list[str]()

    def fsync(opened: int) -> None:
        place = Path(f"/proc/self/fd/{opened}").readlink()
        is_folder = stat.S_ISDIR(os.fstat(opened).st_mode)
        synced.append(place.relative_to(tmp_path).as_posix() if is_folder else "file")
        assert (tmp_path / "new/folder/a").exists() == is_folder

    if not Path("/proc/self/fd").exists():
        pytest.skip("the names of open files are known on Linux alone")
    monkeypatch.setattr(os, "fsync", fsync)
    write_text(tmp_path / "new" / "folder" / "a", "text")
    assert synced == ["file", "new/folder", "new", "."]


@pytest.mark.parametrize(("mode", "expected"), [(0o666, 0o644), (0o600, 0o600)])
def test_permissions_are_those_asked_for_within_the_umask(
    tmp_path: Path, mode: int, expected: int
) -> None:
    before = os.umask(0o022)
    try:
        write_whole(tmp_path / "a", lambda file: file.write(b"x"), mode=mode)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == expected


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_or_a_device_is_never_replaced_by_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "link"):
        with pytest.raises(ResultsError, match="is there already, and is not a file"):
            write_text(tmp_path / name, "words")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe"]


def test_an_error_in_writing_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(ResultsError, match=r"cannot write .*file/a\.txt: "):
        write_text(tmp_path / "file" / "a.txt", "text")


@pytest.mark.parametrize("kind", ["link", "pipe", "device", "folder", "large"])
def test_only_regular_files_within_the_limit_are_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a"
    match kind:
        case "link":
            (tmp_path / "b").write_text("text")
            path.symlink_to(tmp_path / "b")
        case "pipe":
            os.mkfifo(path)
        case "device":
            path = Path("/dev/zero")
        case "folder":
            path.mkdir()
        case "large":
            with path.open("wb") as file:
                file.truncate(2**40)
    with pytest.raises(OSError, match=str(path)):
        read_bytes(path, most=FILE)


def test_toml_from_the_user_may_be_a_link_but_not_endless_or_nested(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("size = 5")
    (tmp_path / "link.toml").symlink_to(path)
    assert read_toml(tmp_path / "link.toml") == {"size": 5}
    with pytest.raises(FormatError, match="/dev/zero cannot be read: it is neither a file"):
        read_toml(Path("/dev/zero"))
    with pytest.raises(FormatError, match=r"b\.toml cannot be read: No such file"):
        read_toml(tmp_path / "b.toml")
    for text, fault in {
        "a = ": "not valid TOML",
        "\udcff": "not valid TOML",
        f"a = {'[' * 100_000}": "nested deeper than 64",
        f"a = {'[' * 70}{']' * 70}": "nested deeper than 64",
        "a = 99999999999999999999": "must fit in 64 bits",
        "a = 2020-01-01": "must be text, a number",
    }.items():
        path.write_bytes(text.encode(errors="surrogateescape"))
        with pytest.raises(FormatError, match=rf"a\.toml.*{fault}"):
            read_toml(path)


@pytest.mark.parametrize("parse", [toml_table, json_value])
def test_deep_text_is_a_value_error_and_no_recursion_error(parse: object) -> None:
    assert callable(parse)
    with pytest.raises(ValueError, match="nested deeper"):
        parse("a = " * (parse is toml_table) + "[" * 200_000)


def test_an_archive_gives_back_what_was_packed_and_opens_everywhere(tmp_path: Path) -> None:
    content = packed(PLAIN, ARRAYS)
    plain, arrays = unpacked(content, "a")
    assert plain == PLAIN
    assert arrays.keys() == ARRAYS.keys()
    for name, array in arrays.items():
        assert array.dtype == ARRAYS[name].dtype
        assert array.shape == ARRAYS[name].shape
        assert np.array_equal(array, ARRAYS[name])
    (tmp_path / "a.npz").write_bytes(content)
    with np.load(tmp_path / "a.npz", allow_pickle=False) as stored:
        assert np.array_equal(stored["counts"], ARRAYS["counts"])
    assert packed(PLAIN, ARRAYS) == content


def test_columns_first_arrays_keep_their_values() -> None:
    across = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    _, arrays = unpacked(packed(None, {"a": across}), "a")
    assert np.array_equal(arrays["a"], across)


def test_no_bit_of_an_archive_can_change() -> None:
    content = packed(PLAIN, ARRAYS)
    for flipped in flips(content, 5_000):
        with pytest.raises(FormatError, match=r"state\.npz cannot be read: its checksum"):
            unpacked(flipped, "state.npz")


def test_a_forged_seal_gives_an_archive_or_an_error_that_names_the_file() -> None:
    inner = packed(PLAIN, ARRAYS)[:-66] + b"\0\0"
    for flipped in flips(inner, 2_000):
        try:
            _, arrays = unpacked(sealed(flipped), "state.npz")
        except FormatError as error:
            assert "state.npz" in str(error)  # noqa: PT017 - either outcome is fine
        else:
            assert sum(array.nbytes for array in arrays.values()) < len(inner)


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 66, 200])
def test_a_cut_archive_is_damaged(length: int) -> None:
    with pytest.raises(FormatError, match="a cannot be read: its checksum"):
        unpacked(packed(PLAIN, ARRAYS)[:length], "a")


def test_sealed_lines_are_values_and_no_bit_of_them_can_change() -> None:
    content = sealed_lines(['{"a": 1}', "[2.5]"]).encode()
    assert unsealed_lines(content, "a") == [{"a": 1}, [2.5]]
    for changed in [*flips(content, 1_000), b"", content[:-1], content[1:], content + b"\n"]:
        with pytest.raises(FormatError, match="a cannot be read: its checksum"):
            unsealed_lines(changed, "a")
    with pytest.raises(FormatError, match="a cannot be read: not lines of JSON"):
        unsealed_lines(sealed_lines(["{"]).encode(), "a")
