"""The shop page of the documentation: two books, one film and one game."""

from collections.abc import Iterable

from matroidlab import PartitionMatroid

BOOKS = ("Emma", "Dune", "Ulysses", "Middlemarch", "Momo")
FILMS = ("Alien", "Casablanca", "Metropolis")
GAMES = ("Chess", "Go", "Tetris")
TITLES = BOOKS + FILMS + GAMES
LIKED = (0.8, 0.7, 0.1, 0.4, 0.3, 0.1, 0.8, 0.3, 0.2, 0.1, 0.4)
SHELVES = ((BOOKS, 2, "2 books"), (FILMS, 1, "1 film"), (GAMES, 1, "1 game"))
BASELINE = ("Middlemarch", "Momo", "Metropolis", "Tetris")


def numbers(names: Iterable[str]) -> list[int]:
    """The items of these titles."""
    return [TITLES.index(name) for name in names]


def titles(items: Iterable[int]) -> list[str]:
    """The titles of these items."""
    return [TITLES[item] for item in items]


PAGES = PartitionMatroid(
    blocks=[numbers(shelf) for shelf, _, _ in SHELVES], capacities=[room for _, room, _ in SHELVES]
)
