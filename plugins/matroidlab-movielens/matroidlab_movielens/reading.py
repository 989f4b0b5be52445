"""The two files as GroupLens wrote them: fields between ``::``, text in Latin-1."""

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from matroidlab.named_files import opened
from matroidlab_movielens.errors import MalformedDataError, MissingDataError
from matroidlab_movielens.places import MOST, MOVIES, PAIRS, RATINGS, advice

# Only the first two fields of a rating are needed, so a file that has no others will do. Nine
# digits fit any integer.
_RATING = rb"[0-9]{1,9}::[0-9]{1,9}(?:::[^\n]*)?\r?"
_RATINGS = re.compile(rb"(?:" + _RATING + rb"\n|\r?\n)*+(?:" + _RATING + rb")?")


@dataclass(frozen=True)
class Movie:
    """A line of movies.dat."""

    number: int
    title: str
    genres: tuple[str, ...]


def read_ratings(directory: Path) -> NDArray[np.int64]:
    """Return who rated what, ``(ratings, 2)``: the number of a user and of a movie, line by line.

    Reads ``ratings.dat`` (``UserID::MovieID::Rating::Timestamp``) or, where that is not there,
    ``rated-pairs.dat.gz`` (``UserID::MovieID``). A million lines take a second or two.
    """
    path = directory / RATINGS
    if not path.exists() and (directory / PAIRS).exists():
        path = directory / PAIRS
    content = _content(path)
    matched = _RATINGS.match(content)
    end = matched.end() if matched else 0
    if end < len(content):
        raise _malformed(path, content, end, "UserID::MovieID::Rating::Timestamp")
    if not content.strip():
        raise MalformedDataError(f"{path} is empty; {_remedy()}")
    # Cut at single colons, the fields are the user, nothing, the movie, ...
    return np.loadtxt(
        io.BytesIO(content), delimiter=":", usecols=(0, 2), dtype=np.int64, comments=None, ndmin=2
    )


def read_movies(directory: Path) -> dict[int, Movie]:
    """Return the movies of ``movies.dat`` (``MovieID::Title::Genre|Genre``) by number."""
    path = directory / MOVIES
    content = _content(path)
    movies: dict[int, Movie] = {}
    for start, line in _lines(content):
        fields = re.fullmatch(rb"([0-9]{1,9})::(.*)::([^:]+)", line)
        if fields is None:
            raise _malformed(path, content, start, "MovieID::Title::Genre|Genre")
        movie = Movie(
            int(fields[1]),
            fields[2].decode("latin-1"),
            tuple(fields[3].decode("latin-1").split("|")),
        )
        if movie.number in movies:
            raise _malformed(
                path, content, start, f"a movie that was not there before, but {movie.number} was"
            )
        movies[movie.number] = movie
    return movies


def _content(path: Path) -> bytes:
    try:
        with opened(path) as file, gzip.GzipFile(fileobj=file) as unpacked:
            content = (unpacked if path.suffix == ".gz" else file).read(MOST)
    except FileNotFoundError:
        raise MissingDataError(f"there is no {path.name} in {path.parent}: {advice()}") from None
    except (OSError, EOFError, zlib.error) as error:
        raise MalformedDataError(f"{path} cannot be read ({error}); {_remedy()}") from error
    if len(content) == MOST:
        raise MalformedDataError(f"{path} has {MOST:,} bytes or more; {_remedy()}")
    return content


def _lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that are not empty, each with the place where it starts."""
    start = 0
    for line in content.split(b"\n"):
        if stripped := line.rstrip(b"\r"):
            yield start, stripped
        start += len(line) + 1


def _malformed(path: Path, content: bytes, place: int, expected: str) -> MalformedDataError:
    start = content.rfind(b"\n", 0, place) + 1
    line = content[start:].partition(b"\n")[0].decode("latin-1")
    number = content.count(b"\n", 0, start) + 1
    return MalformedDataError(
        f"{path}, line {number}: expected {expected}; got {line[:80]!r}; {_remedy()}"
    )


def _remedy() -> str:
    return "get a fresh copy: `matroidlab data fetch ml-1m --accept-licence`"
