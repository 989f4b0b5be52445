"""Lists for real recommenders: worlds of thousands of items, segments, seasons and features."""

from matroidlab_experiments.recommenders.catalogue_world import CatalogueWorld
from matroidlab_experiments.recommenders.changing_worlds import ChangingWorld
from matroidlab_experiments.recommenders.games import play_world
from matroidlab_experiments.recommenders.linear_world import (
    LinearWorld,
    best_fixed_list,
    play_linear,
)
from matroidlab_experiments.recommenders.totals import Totals

__all__ = [
    "CatalogueWorld",
    "ChangingWorld",
    "LinearWorld",
    "Totals",
    "best_fixed_list",
    "play_linear",
    "play_world",
]
