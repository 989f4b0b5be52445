"""Put results of another configuration aside: finished results are never deleted."""

import os
import shutil
from collections.abc import Iterable, Iterator
from filecmp import cmp
from pathlib import Path
from secrets import token_hex

from matroidlab.files import or_results_error
from matroidlab.work import BLOCKS
from matroidlab_experiments.result_files.manifests import MANIFEST

EARLIER = "earlier"
SUMMARY = "summary.csv"


def block_folders(folder: Path) -> Iterator[Path]:
    """Return the folders that may contain finished blocks; those put aside last come first."""
    yield folder / BLOCKS
    for place in _places(folder):
        yield place / BLOCKS


def put_aside(folder: Path, unwanted: Iterable[Path]) -> Path:
    """Copy results to a folder of their own, and only then remove the unwanted files.

    The copy can be read like any other results. If this is interrupted, every file is in one of the
    two places or in both. Results that were put aside before are not put aside twice.
    """
    files = [folder / MANIFEST, folder / SUMMARY, *(folder / BLOCKS).glob("*.npz")]
    names = [file.relative_to(folder) for file in files if file.is_file() and not file.is_symlink()]
    with or_results_error(folder / EARLIER):
        there = [
            place
            for place in _places(folder)
            if all(_is_same(folder / name, place / name) for name in names)
        ]
        place = there[0] if there else _copied(folder, names)
        for file in (*unwanted, folder / SUMMARY):
            file.unlink(missing_ok=True)
    return place


def _copied(folder: Path, names: Iterable[Path]) -> Path:
    """Copy files to the next numbered folder, which appears with all of them or not at all."""
    copy = folder / EARLIER / f".unfinished-{os.getpid()}-{token_hex(6)}"
    (copy / BLOCKS).mkdir(parents=True)
    for name in names:
        _link(folder / name, copy / name)
    last = max((int(place.name) for place in _places(folder)), default=0)
    return copy.rename(folder / EARLIER / str(last + 1))


def bring_back(source: Path, target: Path) -> None:
    """Link or copy a finished block to another place."""
    with or_results_error(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(f".unfinished-{os.getpid()}-{token_hex(6)}")
        _link(source, temporary)
        temporary.replace(target)
        temporary.unlink(missing_ok=True)  # it remains if both names are already the same file


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system, or one without links
        shutil.copyfile(source, target)


def _is_same(file: Path, other: Path) -> bool:
    return other.is_file() and (file.samefile(other) or cmp(file, other, shallow=False))


def _places(folder: Path) -> list[Path]:
    """The folders of results that were put aside, the last first."""
    found = [
        path for path in (folder / EARLIER).glob("*") if path.name.isdecimal() and path.is_dir()
    ]
    return sorted(found, key=lambda path: int(path.name), reverse=True)
