"""Fetching from a real server on this machine, a made-up data set in the place of the real one."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from matroidlab_movielens import FetchError
from matroidlab_movielens.fetching import (
    ML_1M,
    Contents,
    Dataset,
    _checked,
    blob_of,
    by_hand,
    faults,
    fetch,
)
from support.spoilt_archives import spoilt

FILES = {
    "ratings.dat": b"1::2::3::4\n",
    "movies.dat": "2::Amélie (2001)::Comedy\n".encode("latin-1"),
}
KNOWN = tuple(Contents(name, len(content), blob_of(content)) for name, content in FILES.items())


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Path, str]]:
    """A folder, and the address that it is served at."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    folder = tmp_path / "served"
    folder.mkdir()
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(QuietHandler, directory=str(folder))
    ) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class EndlessHandler(QuietHandler):
    def do_GET(self) -> None:
        """Send for as long as the client listens."""
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            while True:
                self.wfile.write(bytes(2**16))
                self.server.sent.append(2**16)  # type: ignore[attr-defined]


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, list[int]]]:
    """The address of a server that never stops sending, and what it has sent."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with ThreadingHTTPServer(("127.0.0.1", 0), EndlessHandler) as server:
        server.sent = []  # type: ignore[attr-defined]
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", server.sent  # type: ignore[attr-defined]
        server.shutdown()
        thread.join()


def packed(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in {"README": b"be kind", "users.dat": b"", **files}.items():
            archive.writestr(f"ml-1m/{name}", content)
    return buffer.getvalue()


def offered(
    served: tuple[Path, str], files: dict[str, bytes], *, checksum: str | None = None
) -> Dataset:
    folder, address = served
    content = packed(files)
    (folder / "ml-1m.zip").write_bytes(content)
    return Dataset(
        f"{address}/ml-1m.zip", checksum or f"md5:{hashlib.md5(content).hexdigest()}", KNOWN
    )


def found_in(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in place.iterdir()}


def test_the_files_that_matter_are_put_in_place(served: tuple[Path, str], tmp_path: Path) -> None:
    place = tmp_path / "cache" / "ml-1m"
    assert fetch(place, dataset=offered(served, FILES)) == place
    assert found_in(place) == FILES


def test_what_is_there_is_not_fetched_again(served: tuple[Path, str], tmp_path: Path) -> None:
    dataset = offered(served, FILES)
    fetch(tmp_path / "cache", dataset=dataset)
    (served[0] / "ml-1m.zip").unlink()
    assert fetch(tmp_path / "cache", dataset=dataset) == tmp_path / "cache"
    (tmp_path / "cache" / "movies.dat").write_bytes(b"spoilt")
    with pytest.raises(FetchError, match="404"):
        fetch(tmp_path / "cache", dataset=dataset)


def test_a_spoilt_copy_is_replaced(served: tuple[Path, str], tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "ratings.dat").write_bytes(b"half of i")
    fetch(tmp_path / "cache", dataset=offered(served, FILES))
    assert found_in(tmp_path / "cache") == FILES


def test_another_archive_than_expected_is_refused(served: tuple[Path, str], tmp_path: Path) -> None:
    dataset = offered(served, FILES, checksum="md5:" + "0" * 32)
    with pytest.raises(FetchError, match="does not match the known hash"):
        fetch(tmp_path / "cache", dataset=dataset)
    assert found_in(tmp_path / "cache") == {}


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({**FILES, "ratings.dat": b"9::2::3::4\n"}, "ratings.dat is another file (git blob "),
        ({**FILES, "movies.dat": b"2::A::B\n"}, "movies.dat has 8 bytes instead of 25"),
        ({**FILES, "ratings.dat": b"0" * 10**6}, "ratings.dat has 1,000,000 bytes instead of 11"),
        ({"ratings.dat": FILES["ratings.dat"]}, "there is no movies.dat in it"),
    ],
)
def test_other_contents_than_expected_are_refused(
    served: tuple[Path, str], tmp_path: Path, files: dict[str, bytes], fault: str
) -> None:
    with pytest.raises(FetchError) as caught:
        fetch(tmp_path / "cache", dataset=offered(served, files))
    assert fault in str(caught.value)
    assert found_in(tmp_path / "cache") == {}


def test_what_is_no_archive_is_refused(served: tuple[Path, str], tmp_path: Path) -> None:
    folder, address = served
    (folder / "ml-1m.zip").write_text("<html>Please log in to the network</html>")
    with pytest.raises(
        FetchError,
        match="cannot be opened, for it is damaged or no archive at all: File is not a zip",
    ):
        fetch(tmp_path / "cache", dataset=Dataset(f"{address}/ml-1m.zip", None, KNOWN))


def test_a_download_that_does_not_end_is_given_up(
    endless: tuple[str, list[int]], tmp_path: Path
) -> None:
    address, sent = endless
    with pytest.raises(
        FetchError, match="it has more than 1,000,000 bytes, so it is something else"
    ):
        fetch(
            tmp_path / "cache", dataset=Dataset(f"{address}/ml-1m.zip", None, KNOWN, most=1_000_000)
        )
    assert found_in(tmp_path / "cache") == {}
    assert sum(sent) < 20_000_000  # bytes in flight when the client stops reading


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        ("encrypted", "ratings.dat in it is encrypted"),
        (
            "unknown compression",
            r"ratings.dat in it cannot be unpacked: That compression method is not supported",
        ),
        ("flipped", r"ratings.dat in it cannot be unpacked: Bad CRC-32"),
        ("cut", "it cannot be opened, for it is damaged or no archive at all"),
    ],
)
def test_an_archive_that_cannot_be_unpacked_is_refused_by_name(
    served: tuple[Path, str], tmp_path: Path, how: str, fault: str
) -> None:
    folder, address = served
    (folder / "ml-1m.zip").write_bytes(spoilt(packed(FILES), how))
    with pytest.raises(FetchError, match=fault):
        fetch(tmp_path / "cache", dataset=Dataset(f"{address}/ml-1m.zip", None, KNOWN))
    assert found_in(tmp_path / "cache") == {}


def test_no_flipped_byte_of_an_archive_escapes(tmp_path: Path) -> None:
    """It is refused, or does not matter to the files that do."""
    whole = packed(FILES)
    archive = tmp_path / "archive.zip"
    for place in range(len(whole)):
        archive.write_bytes(bytes([*whole[:place], whole[place] ^ 0xFF, *whole[place + 1 :]]))
        with suppress(ValueError):
            assert dict(_checked(str(archive), Dataset("", None, KNOWN))) == FILES


def test_a_failure_says_what_to_do_by_hand(served: tuple[Path, str], tmp_path: Path) -> None:
    dataset = Dataset(f"{served[1]}/nothing.zip", None, KNOWN)
    with pytest.raises(FetchError) as caught:
        fetch(tmp_path / "cache", dataset=dataset)
    first, _, advice = str(caught.value).partition("\n")
    assert first.startswith(f"could not fetch {dataset.url}: 404")
    assert advice == by_hand(tmp_path / "cache", dataset)
    assert f"put ratings.dat and movies.dat into {tmp_path / 'cache'}" in advice
    assert "--ratings DIR" in advice
    assert isinstance(caught.value, OSError)


def test_a_place_that_cannot_be_written_to_is_a_clear_error(
    served: tuple[Path, str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FetchError, match=r"could not fetch .*file"):
        fetch(tmp_path / "file" / "cache", dataset=offered(served, FILES))


def test_the_facts_tell_what_is_missing_or_wrong(tmp_path: Path) -> None:
    (tmp_path / "ratings.dat").write_bytes(b"x" * ML_1M.files[0].size)
    wrong, missing = faults(tmp_path)
    assert wrong.startswith("ratings.dat is another file (git blob ")
    assert missing == "movies.dat cannot be read: No such file or directory"
