from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Booleans
from matroidlab_movielens.errors import MalformedDataError
from matroidlab_movielens.places import MOVIES, PAIRS, RATINGS
from matroidlab_movielens.reading import Movie, read_movies, read_ratings


@dataclass(frozen=True, eq=False)
class Catalogue:
    """The items of the paper: popular movies of popular genres, and who rated them.

    Attributes
    ----------
    genres
        The most popular genres first, by the number of ratings; a movie counts in each of its
        genres.
    movies
        For each genre its most popular movies, by the number of raters, that no genre before it has
        taken; ties go to the lower number.
    watched
        ``(users, items)``: who rated what; the items are the movies of the first genre, then of the
        second, ...
    """

    genres: tuple[str, ...]
    movies: tuple[tuple[Movie, ...], ...]
    watched: Booleans

    @property
    def labels(self) -> tuple[str, ...]:
        """Title and genre of each item."""
        both = zip(self.genres, self.movies, strict=True)
        return tuple(f"{movie.title} ({genre})" for genre, chosen in both for movie in chosen)


def read_catalogue(directory: Path, *, genres: int = 10, movies: int = 20) -> Catalogue:
    """Read the files of a directory and choose ``genres`` times ``movies`` items.

    Parameters
    ----------
    directory
        The folder of the data set's files.
    genres
        The number of genres.
    movies
        The number of movies of each genre.
    """
    known = [directory / name for name in (RATINGS, PAIRS, MOVIES)]
    stamps = tuple(
        (path, path.stat().st_mtime_ns, path.stat().st_size) for path in known if path.exists()
    )
    return _read(directory, stamps, genres, movies)


@lru_cache(maxsize=2)
def _read(directory: Path, _stamps: object, genres: int, movies: int) -> Catalogue:
    return make_catalogue(
        read_ratings(directory), read_movies(directory), genres=genres, movies=movies
    )


def make_catalogue(
    ratings: NDArray[np.int64], known: Mapping[int, Movie], *, genres: int, movies: int
) -> Catalogue:
    """Choose the items from ``ratings (n, 2)``, pairs of user and movie."""
    users, user_of = np.unique(ratings[:, 0], return_inverse=True)
    rated, movie_of = np.unique(ratings[:, 1], return_inverse=True)
    # A table, so that a user who rated a movie twice counts once.
    watched = np.zeros((len(users), len(rated)), dtype=np.bool_)
    watched[user_of, movie_of] = True
    raters = dict(zip(rated.tolist(), watched.sum(axis=0).tolist(), strict=True))
    popular = most_popular_genres(raters, known, genres)
    chosen = most_popular_movies(raters, known, popular, movies)
    places = np.searchsorted(rated, [movie.number for row in chosen for movie in row])
    return Catalogue(popular, chosen, watched[:, places])


def most_popular_genres(
    raters: Mapping[int, int], known: Mapping[int, Movie], count: int
) -> tuple[str, ...]:
    """Return the genres with the most ratings, the first first; ties by name."""
    ratings: Counter[str] = Counter()
    for number, times in raters.items():
        if number not in known:
            raise MalformedDataError(
                f"movie {number} was rated, but {MOVIES} has no such movie: "
                "take both files from one data set"
            )
        ratings.update(dict.fromkeys(known[number].genres, times))
    if len(ratings) < count:
        raise MalformedDataError(
            f"{count} genres are needed, but only {len(ratings)} were rated: {_whole()}"
        )
    return tuple(sorted(ratings, key=lambda genre: (-ratings[genre], genre))[:count])


def most_popular_movies(
    raters: Mapping[int, int], known: Mapping[int, Movie], genres: Iterable[str], count: int
) -> tuple[tuple[Movie, ...], ...]:
    """Return the most rated movies of each genre that no earlier one has; ties by number."""
    left = [
        known[number] for number in sorted(raters, key=lambda number: (-raters[number], number))
    ]
    chosen = []
    for genre in genres:
        row = tuple([movie for movie in left if genre in movie.genres][:count])
        if len(row) < count:
            raise MalformedDataError(
                f"{count} movies of each genre are needed, but {genre} has only {len(row)} "
                "that were rated and are in "
                f"no genre before it: {_whole()}"
            )
        left = [movie for movie in left if movie not in row]
        chosen.append(row)
    return tuple(chosen)


def _whole() -> str:
    return f"this is not the whole of MovieLens 1M; use its own {RATINGS} and {MOVIES}"
