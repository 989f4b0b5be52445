"""Which items are chosen, against the definition read slowly."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from matroidlab import PartitionMatroid, UniformMatroid
from matroidlab_movielens import Catalogue, MalformedDataError, read_catalogue
from matroidlab_movielens.catalogue import make_catalogue
from matroidlab_movielens.problem import diverse, top_k
from matroidlab_movielens.reading import Movie

MOVIES = """\
10::Both (1990)::Comedy|Drama
11::Only Drama (1991)::Drama
12::Tied with 11 (1992)::Drama
13::Nobody saw it (1993)::Comedy
14::Comédie (1994)::Comedy
15::Rare (1995)::Drama|Western
"""
WATCHED = {1: [10, 11, 12, 14, 15], 2: [10, 11, 12], 3: [10, 14], 4: [10]}


def written(folder: Path) -> Path:
    """A tiny data set in the format of GroupLens, with a line that stands there twice."""
    (folder / "movies.dat").write_bytes(MOVIES.encode("latin-1"))
    lines = [
        f"{user}::{movie}::5::978300760\n" for user, movies in WATCHED.items() for movie in movies
    ]
    (folder / "ratings.dat").write_text("".join([*lines, lines[-1], lines[4], lines[4]]))
    return folder


def test_genres_by_ratings_and_movies_by_raters(tmp_path: Path) -> None:
    # Drama has 4 + 2 + 2 + 1 raters, Comedy 4 + 2: a movie counts in each of its genres, a rater
    # once.
    (drama,) = read_catalogue(written(tmp_path), genres=1, movies=4).movies
    assert [movie.number for movie in drama] == [10, 11, 12, 15]
    assert read_catalogue(tmp_path, genres=2, movies=1).genres == ("Drama", "Comedy")


def test_a_movie_is_taken_by_the_most_popular_of_its_genres_and_ties_go_to_the_lower_number(
    tmp_path: Path,
) -> None:
    catalogue = read_catalogue(written(tmp_path), genres=2, movies=1)
    assert [[movie.number for movie in row] for row in catalogue.movies] == [[10], [14]]
    known = {number: Movie(number, "", ("Drama",)) for number in (3, 5, 4)}
    ratings = np.array([(1, 5), (1, 4), (1, 3), (2, 3), (2, 5), (2, 4)])
    (row,) = make_catalogue(ratings, known, genres=1, movies=2).movies
    assert [movie.number for movie in row] == [3, 4]


def test_rows_are_users_and_columns_are_items(tmp_path: Path) -> None:
    catalogue = read_catalogue(written(tmp_path), genres=2, movies=1)
    assert catalogue.labels == ("Both (1990) (Drama)", "Comédie (1994) (Comedy)")
    assert catalogue.watched.tolist() == [[True, True], [True, False], [True, True], [True, False]]


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    before = read_catalogue(written(tmp_path), genres=1, movies=1)
    with (tmp_path / "ratings.dat").open("a") as file:
        file.write("".join(f"{user}::11::1::1\n" for user in range(1, 9)))
    after = read_catalogue(tmp_path, genres=1, movies=1)
    assert [catalogue.movies[0][0].number for catalogue in (before, after)] == [10, 11]
    assert read_catalogue(tmp_path, genres=1, movies=1) is after


@pytest.mark.parametrize(
    ("genres", "movies", "fault"),
    [
        (4, 1, "4 genres are needed, but only 3 were rated: this is not the whole of MovieLens 1M"),
        (
            2,
            2,
            (
                "2 movies of each genre are needed, but Comedy has only 1 that were rated "
                "and are in no genre before it"
            ),
        ),
    ],
)
def test_too_few_of_anything_is_said(tmp_path: Path, genres: int, movies: int, fault: str) -> None:
    with pytest.raises(MalformedDataError) as caught:
        read_catalogue(written(tmp_path), genres=genres, movies=movies)
    assert fault in str(caught.value)


def test_a_rated_movie_must_be_known(tmp_path: Path) -> None:
    with (written(tmp_path) / "ratings.dat").open("a") as file:
        file.write("1::99::1::1\n")
    with pytest.raises(
        MalformedDataError, match=r"movie 99 was rated, but movies\.dat has no such movie"
    ):
        read_catalogue(tmp_path, genres=2, movies=1)


NUMBERS = range(8)
pairs = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(NUMBERS)), min_size=4, max_size=30)
genre_sets = st.sets(st.sampled_from("ABC"), min_size=1)
catalogues_of = st.fixed_dictionaries(dict.fromkeys(NUMBERS, genre_sets))


def chosen(ratings: list[tuple[int, int]], genres_of: dict[int, set[str]]) -> Catalogue:
    known = {
        number: Movie(number, f"movie {number}", tuple(genres))
        for number, genres in genres_of.items()
    }
    try:
        return make_catalogue(np.array(ratings), known, genres=2, movies=2)
    except MalformedDataError:
        assume(False)  # too few of something
        raise


@given(ratings=pairs, genres_of=catalogues_of)
def test_the_choice_is_the_definition(
    ratings: list[tuple[int, int]], genres_of: dict[int, set[str]]
) -> None:
    catalogue = chosen(ratings, genres_of)
    raters = Counter(movie for _, movie in set(ratings))
    popularity = {
        genre: sum(raters[movie] for movie in raters if genre in genres_of[movie])
        for genre in "ABC"
    }
    assert (
        list(catalogue.genres)
        == sorted(popularity, key=lambda genre: (-popularity[genre], genre))[:2]
    )
    taken: set[int] = set()
    for genre, row in zip(catalogue.genres, catalogue.movies, strict=True):
        eligible = [movie for movie in raters if genre in genres_of[movie] and movie not in taken]
        best = sorted(eligible, key=lambda movie: (-raters[movie], movie))[:2]
        assert [movie.number for movie in row] == best
        taken.update(best)


@given(ratings=pairs, genres_of=catalogues_of)
def test_baselines_are_the_second_best(
    ratings: list[tuple[int, int]], genres_of: dict[int, set[str]]
) -> None:
    catalogue = chosen(ratings, genres_of)
    raters = catalogue.watched.sum(axis=0)
    numbers = [movie.number for row in catalogue.movies for movie in row]
    ranked = sorted(range(4), key=lambda item: (-raters[item], numbers[item]))
    matroid, baseline = top_k(catalogue)
    assert (matroid, baseline.tolist()) == (UniformMatroid(size=4, rank=2), ranked[2:])
    matroid, baseline = diverse(catalogue)
    assert (matroid, baseline.tolist()) == (PartitionMatroid(blocks=[[0, 1], [2, 3]]), [1, 3])
    assert all(raters[first] >= raters[second] for first, second in ((0, 1), (2, 3)))
