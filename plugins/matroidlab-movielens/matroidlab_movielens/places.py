"""Where the data are: never in the package, for they may not be passed on."""

import os
import sys
from pathlib import Path

from matroidlab_movielens.errors import MissingDataError

RATINGS = "ratings.dat"
PAIRS = "rated-pairs.dat.gz"
MOVIES = "movies.dat"
"""The files; the second, pairs of users and movies alone, stands in for the first."""
MOST = 2**28
"""Files of this many bytes or more are refused; ``ratings.dat`` has 25 million."""

VARIABLE = "MATROIDLAB_ML1M"
"""The environment variable that may name a directory with the data."""


def default_directory() -> Path:
    """Return the directory that `fetch` puts the data in, whether or not it exists."""
    home = Path.home()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or home / ".cache"
    return Path(base) / "matroidlab" / "ml-1m"


def data_directory(ratings: str = "") -> Path:
    """Return the directory of the data: ``ratings``, or the environment's, or that of `fetch`."""
    named = ratings or os.environ.get(VARIABLE)
    directory = Path(named).expanduser() if named else default_directory()
    if directory.is_dir():
        return directory
    source = "ratings" if ratings else VARIABLE if named else "the cache directory"
    raise MissingDataError(f"there is no MovieLens 1M in {source} ({directory}): {advice()}")


def looked_for() -> list[dict[str, str]]:
    """Return where the data are looked for if no directory is given, and whether they are there."""
    places = {
        f"environment variable {VARIABLE}": os.environ.get(VARIABLE, ""),
        "cache": str(default_directory()),
    }
    return [
        {"source": source, "directory": place, "state": _state(place)}
        for source, place in places.items()
    ]


def _state(place: str) -> str:
    directory = Path(place).expanduser()
    if not place or not directory.is_dir():
        return "not there" if place else "not set"
    missing = [] if (directory / MOVIES).exists() else [MOVIES]
    missing += [] if (directory / RATINGS).exists() or (directory / PAIRS).exists() else [RATINGS]
    return f"without {' and '.join(missing)}" if missing else "found"


def advice() -> str:
    """Say how to get the data."""
    return (
        "fetch it with `matroidlab data fetch ml-1m --accept-licence`, or name a directory "
        "that holds ratings.dat and "
        "movies.dat by the parameter `ratings`, by `--ratings DIR` or in the environment "
        f"variable {VARIABLE}"
    )
