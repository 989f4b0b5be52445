"""Tiny hand-made files in the format of GroupLens."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab.errors import MatroidLabError
from matroidlab_movielens import MalformedDataError, MissingDataError
from matroidlab_movielens.reading import read_movies, read_ratings

pairs_of_numbers = st.lists(
    st.tuples(st.integers(0, 10**9 - 1), st.integers(0, 10**9 - 1)), min_size=1, max_size=8
)


def ratings_in(folder: Path, content: bytes, name: str = "ratings.dat") -> list[list[int]]:
    (folder / name).write_bytes(content)
    ratings: list[list[int]] = read_ratings(folder).tolist()
    return ratings


def test_the_genuine_format_is_read(tmp_path: Path) -> None:
    content = b"1::1193::5::978300760\n1::661::3::978302109\n6040::1097::4::956715569\n"
    assert ratings_in(tmp_path, content) == [[1, 1193], [1, 661], [6040, 1097]]


@pytest.mark.parametrize(
    "content",
    [
        b"1::2::5::9\n3::4::5::9",
        b"1::2::5::9\r\n3::4::5::9\r\n",
        b"1::2\n3::4\n",
        b"\n1::2\n\n3::4\n\n",
        b"1::2\r\n3::4",
    ],
    ids=[
        "no newline at the end",
        "carriage returns",
        "two fields",
        "empty lines",
        "two fields, carriage returns",
    ],
)
def test_the_form_of_the_lines_does_not_matter(tmp_path: Path, content: bytes) -> None:
    assert ratings_in(tmp_path, content) == [[1, 2], [3, 4]]


@given(pairs=pairs_of_numbers, rest=st.sampled_from(["", "::5::978300760"]))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[int, int]], rest: str
) -> None:
    content = "".join(f"{user}::{movie}{rest}\n" for user, movie in pairs)
    assert ratings_in(tmp_path_factory.mktemp("data"), content.encode()) == [
        list(pair) for pair in pairs
    ]


def test_packed_pairs_stand_in_for_ratings_that_are_not_there(tmp_path: Path) -> None:
    assert ratings_in(tmp_path, gzip.compress(b"1::2\n"), "rated-pairs.dat.gz") == [[1, 2]]
    assert ratings_in(tmp_path, b"3::4::5::6\n") == [[3, 4]]


@pytest.mark.parametrize(
    ("content", "line", "shown"),
    [
        (b"1::2::3::4\n1:2:3:4\n", 2, "1:2:3:4"),
        (b"1::2::3::4\n\n1::x::3::4\n", 3, "1::x::3::4"),
        (
            b"UserID::MovieID::Rating::Timestamp\n1::2::3::4\n",
            1,
            "UserID::MovieID::Rating::Timestamp",
        ),
        (b"1::2::3::4\n1::\n", 2, "1::"),
        (b"1::2::3::4\n-1::2::3::4\n", 2, "-1::2::3::4"),
        (b"1::2::3::4\n1::2, 3::4\n", 2, "1::2, 3::4"),
        (b"1::2::3::4\n1::12345678901::3::4\n", 2, "1::12345678901::3::4"),
        (b"1::2::3::4\n1.5::2::3::4", 2, "1.5::2::3::4"),
        (b"1::2::3::4\n   \n", 2, "   "),
    ],
)
def test_a_malformed_rating_is_shown_with_its_line(
    tmp_path: Path, content: bytes, line: int, shown: str
) -> None:
    with pytest.raises(MalformedDataError) as caught:
        ratings_in(tmp_path, content)
    message = str(caught.value)
    assert f"ratings.dat, line {line}: expected UserID::MovieID::Rating::Timestamp" in message
    assert f"got {shown!r}; get a fresh copy" in message


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_an_empty_file_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(MalformedDataError, match=r"ratings\.dat is empty; get a fresh copy"):
        ratings_in(tmp_path, content)


PACKED = gzip.compress(b"1::2\n" * 100)


@pytest.mark.parametrize(
    "content",
    [b"1::2\n", PACKED[:-12], PACKED[:10] + b"\xff" + PACKED[11:]],
    ids=["plain", "cut", "damaged"],
)
def test_a_packed_file_that_cannot_be_unpacked_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(
        MalformedDataError, match=r"rated-pairs\.dat\.gz cannot be read .*get a fresh copy"
    ):
        ratings_in(tmp_path, content, "rated-pairs.dat.gz")


def test_missing_files_are_named_with_the_way_to_get_them(tmp_path: Path) -> None:
    for read, name in ((read_ratings, "ratings.dat"), (read_movies, "movies.dat")):
        with pytest.raises(MissingDataError) as caught:
            read(tmp_path)
        assert str(caught.value).startswith(
            f"there is no {name} in {tmp_path}: fetch it with `matroidlab data fetch"
        )
        assert isinstance(caught.value, FileNotFoundError)
        assert isinstance(caught.value, MatroidLabError)


def test_movies_are_read_in_latin_1_with_all_their_genres(tmp_path: Path) -> None:
    content = (
        "1::Amélie: una película (1999)::Comedy|Romance\r\n\n"
        "73::A::B (2000)::Children's\n7::Straße (1954)::Drama"
    )
    (tmp_path / "movies.dat").write_bytes(content.encode("latin-1"))
    movies = read_movies(tmp_path)
    assert {number: (movie.title, movie.genres) for number, movie in movies.items()} == {
        1: ("Amélie: una película (1999)", ("Comedy", "Romance")),
        73: ("A::B (2000)", ("Children's",)),
        7: ("Straße (1954)", ("Drama",)),
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"2::Heat (1995)", "MovieID::Title::Genre|Genre; got '2::Heat (1995)'"),
        (b"x::Heat (1995)::Action", "MovieID::Title::Genre|Genre"),
        (b"2::Heat (1995)::", "MovieID::Title::Genre|Genre"),
        (b"1::Heat (1995)::Action", "a movie that was not there before, but 1 was"),
    ],
)
def test_a_malformed_movie_is_shown_with_its_line(
    tmp_path: Path, line: bytes, expected: str
) -> None:
    (tmp_path / "movies.dat").write_bytes(b"1::First (1990)::Drama\n\n" + line + b"\n")
    with pytest.raises(MalformedDataError) as caught:
        read_movies(tmp_path)
    assert f"movies.dat, line 3: expected {expected}" in str(caught.value)


def test_a_hundred_thousand_lines_are_read_as_they_are(tmp_path: Path) -> None:
    pairs = np.random.default_rng(1).integers(1, 6040, size=(100_000, 2))
    content = b"".join(b"%d::%d::5::978300760\n" % (user, movie) for user, movie in pairs.tolist())
    (tmp_path / "ratings.dat").write_bytes(content)
    assert (read_ratings(tmp_path) == pairs).all()


def test_what_is_no_file_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "ratings.dat").mkdir()
    with pytest.raises(MalformedDataError, match=r"ratings\.dat cannot be read .*Is a directory"):
        read_ratings(tmp_path)
