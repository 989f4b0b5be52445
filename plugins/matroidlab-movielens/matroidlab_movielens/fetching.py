"""MovieLens 1M from GroupLens to the user's cache directory, with its contents checked."""

import hashlib
import io
import logging
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from matroidlab.named_files import opened
from matroidlab_movielens.errors import FetchError
from matroidlab_movielens.places import MOST, VARIABLE, default_directory

LICENCE = """\
MovieLens 1M was made by GroupLens Research at the University of Minnesota. In short, its
licence says that you may use it for research, and that you
- must acknowledge it in publications: F. M. Harper and J. A. Konstan, The MovieLens
  Datasets: History and Context, ACM Transactions on Interactive Intelligent Systems 5(4), 2015,
  https://doi.org/10.1145/2827872;
- may not pass the data on to others without permission;
- may not use them commercially without permission;
- may not suggest that the University of Minnesota or GroupLens endorses what you do.
The licence itself: https://files.grouplens.org/datasets/movielens/ml-1m-README.txt"""


@dataclass(frozen=True)
class Contents:
    """The expected size of a file in bytes, and git's name for its contents."""

    name: str
    size: int
    blob: str

    def size_fault(self, size: int) -> str:
        """Return the fault of the size of the file, or an empty text."""
        return (
            "" if size == self.size else f"{self.name} has {size:,} bytes instead of {self.size:,}"
        )

    def fault(self, content: bytes) -> str:
        """Return the fault of the contents of the file, or an empty text."""
        if fault := self.size_fault(len(content)):
            return fault
        blob = blob_of(content)
        return (
            ""
            if blob == self.blob
            else f"{self.name} is another file (git blob {blob} instead of {self.blob})"
        )


@dataclass(frozen=True)
class Dataset:
    """The address of a zip file, its checksum in pooch's notation (or None), and the needed files.

    ``most`` is the number of bytes after which a download is given up: it must be something else.
    """

    url: str
    checksum: str | None
    files: tuple[Contents, ...]
    most: int = 20_000_000


ML_1M = Dataset(
    "https://files.grouplens.org/datasets/movielens/ml-1m.zip",
    "md5:c4d9eecfca2ab87c1945afe126590906",
    (
        Contents("ratings.dat", 24_594_131, "77a7c4b150f588c23bb9e1f068aa996c0b413695"),
        Contents("movies.dat", 171_308, "9a735435722829dad68446ef1c30d001d5d00c1d"),
    ),
)


def blob_of(content: bytes) -> str:
    r"""Return the name that git gives to these contents.

    >>> blob_of(b"hello\n")
    'ce013625030ba8dba906f756967f9e9ca394464a'
    """
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def faults(directory: Path, dataset: Dataset = ML_1M) -> list[str]:
    """Say which files of a data set are missing in a directory, or not as they should be."""
    found = []
    for known in dataset.files:
        try:
            with opened(directory / known.name) as file:
                found.append(known.fault(file.read(MOST)))
        except OSError as error:
            found.append(f"{known.name} cannot be read: {error.strerror}")
    return [fault for fault in found if fault]


def fetch(directory: Path | None = None, *, dataset: Dataset = ML_1M) -> Path:
    """Download a data set, check it and put its files into ``directory``; return that.

    If the files are there already, nothing is downloaded. If anything fails, no file is left
    behind, and what was there is as it was.
    """
    directory = default_directory() if directory is None else directory
    if not faults(directory, dataset):
        return directory
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=directory, prefix=".fetching-") as place:
            contents = dict(_checked(_download(dataset, place), dataset))
            for name, content in contents.items():
                (Path(place) / name).write_bytes(content)
            for name in contents:
                (Path(place) / name).replace(directory / name)
    except (OSError, ValueError, ImportError) as error:
        raise FetchError(
            f"could not fetch {dataset.url}: {error}\n{by_hand(directory, dataset)}"
        ) from error
    return directory


def by_hand(directory: Path, dataset: Dataset = ML_1M) -> str:
    """Say how to do without `fetch`."""
    names = " and ".join(known.name for known in dataset.files)
    return (
        f"By hand: download {dataset.url} on any machine, unzip it, and put {names} into "
        f"{directory}; or leave them "
        "where they are, and name that directory by --ratings DIR or in the environment "
        f"variable {VARIABLE}."
    )


def _download(dataset: Dataset, place: str) -> str:
    try:
        import pooch  # noqa: PLC0415 - an extra
    except ImportError:
        raise ImportError(
            "pooch, which downloads it, is not installed: "
            "`pip install 'matroidlab-movielens[data]'`"
        ) from None
    pooch.get_logger().setLevel(logging.WARNING)

    def capped(url: str, output: str, mover: object) -> None:
        with CappedFile(output, dataset.most) as file:
            pooch.HTTPDownloader(timeout=30)(url, file, mover)

    try:
        return pooch.retrieve(
            dataset.url, dataset.checksum, "archive.zip", place, downloader=capped
        )
    except OSError as error:
        # An answer such as "404 not found" comes with a connection that must be closed here.
        if (response := getattr(error, "response", None)) is not None:
            response.close()
        raise


class CappedFile(io.FileIO):
    """A new file that takes no more than a given number of bytes."""

    def __init__(self, path: str, most: int) -> None:
        super().__init__(path, "w")
        self._most = most

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Write as any file does, or raise."""
        if self.tell() + len(data) > self._most:
            raise ValueError(f"it has more than {self._most:,} bytes, so it is something else")
        return super().write(data)


def _checked(archive: str, dataset: Dataset) -> Iterator[tuple[str, bytes]]:
    """The contents of the files that matter, wherever in the archive they are."""
    with _opened(archive) as opened:
        members = {Path(member.filename).name: member for member in opened.infolist()}
        for known in dataset.files:
            if known.name not in members:
                raise ValueError(f"there is no {known.name} in it")
            yield known.name, _unpacked(opened, members[known.name], known)


def _opened(archive: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(archive)
    except Exception as error:  # damage shows in many ways: struct.error, UnicodeDecodeError, ...
        raise ValueError(
            f"it cannot be opened, for it is damaged or no archive at all: {error}"
        ) from error


def _unpacked(opened: zipfile.ZipFile, member: zipfile.ZipInfo, known: Contents) -> bytes:
    # The size that the archive states comes first, lest a small file unpack to a huge one.
    if fault := known.size_fault(member.file_size):
        raise ValueError(fault)
    if member.flag_bits & 1:
        raise ValueError(f"{known.name} in it is encrypted")
    try:
        content = opened.read(member)
    except Exception as error:  # damaged, or packed in a way that Python does not know
        raise ValueError(f"{known.name} in it cannot be unpacked: {error}") from error
    if fault := known.fault(content):
        raise ValueError(fault)
    return content
