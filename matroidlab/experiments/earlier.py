"""Results of another configuration are put aside, whole: nothing that is finished is ever deleted."""

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from secrets import token_hex

from matroidlab.experiments.manifests import MANIFEST
from matroidlab.experiments.results import BLOCKS
from matroidlab.experiments.storage import or_results_error

EARLIER = "earlier"
SUMMARY = "summary.csv"


def block_folders(folder: Path) -> Iterator[Path]:
    """Return where finished blocks may be: here, and where they were put aside, the last first."""
    yield folder / BLOCKS
    for number in sorted(_numbers(folder), reverse=True):
        yield folder / EARLIER / str(number) / BLOCKS


def put_aside(folder: Path, unwanted: Iterable[Path]) -> Path:
    """Copy results to a folder of their own, where they can be read as before, and only then remove what is unwanted.

    Whenever that is interrupted, everything is here or there, or in both places.
    """
    with or_results_error(folder / EARLIER):
        place = folder / EARLIER / str(max(_numbers(folder), default=0) + 1)
        copy = folder / EARLIER / f".unfinished-{os.getpid()}-{token_hex(6)}"
        (copy / BLOCKS).mkdir(parents=True)
        for file in (folder / MANIFEST, folder / SUMMARY, *(folder / BLOCKS).glob("*.npz")):
            if file.is_file() and not file.is_symlink():
                _link(file, copy / file.relative_to(folder))
        copy.rename(place)
        for file in (*unwanted, folder / SUMMARY):
            file.unlink(missing_ok=True)
    return place


def bring_back(source: Path, target: Path) -> None:
    """Have a finished block where it is wanted, too."""
    with or_results_error(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(f".unfinished-{os.getpid()}-{token_hex(6)}")
        _link(source, temporary)
        temporary.replace(target)


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system, or one that has no links
        shutil.copyfile(source, target)


def _numbers(folder: Path) -> list[int]:
    return [int(path.name) for path in (folder / EARLIER).glob("*") if path.name.isdecimal() and path.is_dir()]
