from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import numpy as np

from matroidlab import Matroid, PartitionMatroid, Problem, RewardModel, UniformMatroid
from matroidlab.rewards import Empirical
from matroidlab.types import Elements
from matroidlab_movielens.catalogue import Catalogue, read_catalogue
from matroidlab_movielens.places import data_directory

Constraint: TypeAlias = Literal["top-k", "diverse"]


@dataclass(frozen=True)
class MovieLensProblem(Problem):
    """Lists of 10 of the 200 movies of MovieLens 1M, each attractive to the users who rated it.

    ``constraint`` is "top-k": any 10 movies, the baseline being the 11th to 20th most attractive;
    or "diverse": one of each of 10 genres, the baseline being the second most attractive of each.
    ``ratings`` is a directory with ``ratings.dat`` and ``movies.dat``; if empty, the environment
    variable ``MATROIDLAB_ML1M`` names it, or else the data are where ``matroidlab data fetch
    ml-1m`` puts them.

    At each time a user is drawn at random, and a movie has weight 1 if that user rated it
    (Katariya, Kveton, Wen and Potluru, *Conservative Exploration using Interleaving*, section 6;
    data by Harper and Konstan 2015, https://doi.org/10.1145/2827872).
    """

    # A problem is its parameters: it is shown, compared and saved by them, and the rest follows.
    matroid: Matroid = field(init=False, repr=False, compare=False)
    rewards: RewardModel = field(init=False, repr=False, compare=False)
    baseline: Elements = field(init=False, repr=False, compare=False)
    labels: tuple[str, ...] = field(init=False, repr=False, compare=False)
    note: str = field(init=False, repr=False, compare=False, default="")
    constraint: Constraint
    ratings: str = ""

    def __post_init__(self) -> None:
        if self.constraint not in get_args(Constraint):
            known = " or ".join(map(repr, get_args(Constraint)))
            raise ValueError(f"constraint must be {known}, got {self.constraint!r}")
        catalogue = read_catalogue(data_directory(self.ratings))
        rewards = Empirical(catalogue.watched)
        matroid, baseline = (top_k if self.constraint == "top-k" else diverse)(catalogue)
        parts = {
            "matroid": matroid,
            "rewards": rewards,
            "baseline": baseline,
            "labels": catalogue.labels,
        }
        for name, value in parts.items():
            object.__setattr__(self, name, value)


def top_k(catalogue: Catalogue) -> tuple[Matroid, Elements]:
    """Return the matroid of any K items, and as the baseline the best K after the K best of all."""
    rank = len(catalogue.genres)
    raters = catalogue.watched.sum(axis=0)
    numbers = [movie.number for chosen in catalogue.movies for movie in chosen]
    ranked = np.lexsort((numbers, -raters))
    return UniformMatroid(size=len(numbers), rank=rank), ranked[rank : 2 * rank]


def diverse(catalogue: Catalogue) -> tuple[Matroid, Elements]:
    """Return the matroid of one item of each genre, and the second best of each."""
    items = np.arange(catalogue.watched.shape[1]).reshape(len(catalogue.genres), -1)
    # The movies of a genre stand in falling order.
    return PartitionMatroid(blocks=items.tolist()), items[:, 1].copy()
