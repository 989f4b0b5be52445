"""MovieLens 1M, a plugin of matroidlab: the paper's two recommendation problems."""

from collections.abc import Iterable

from matroidlab import ProblemFamily, hookimpl
from matroidlab_movielens.catalogue import Catalogue, read_catalogue
from matroidlab_movielens.errors import FetchError, MalformedDataError, MissingDataError
from matroidlab_movielens.places import data_directory, default_directory
from matroidlab_movielens.problem import MovieLensProblem

__all__ = [
    "Catalogue",
    "FetchError",
    "MalformedDataError",
    "MissingDataError",
    "MovieLensProblem",
    "data_directory",
    "default_directory",
    "read_catalogue",
]


@hookimpl
def matroidlab_problems() -> Iterable[ProblemFamily]:
    """Offer ``movielens``."""
    return [
        ProblemFamily(
            "movielens", MovieLensProblem, ({"constraint": "top-k"}, {"constraint": "diverse"})
        )
    ]
