"""Worlds whose means change, by the calendar or with the visitor, and games in them."""

from matroidlab_experiments.changing.games import (
    ChangingTrace,
    best_fixed_list,
    play_changing,
    play_linear,
)
from matroidlab_experiments.changing.worlds import ChangingWorld, LinearWorld

__all__ = [
    "ChangingTrace",
    "ChangingWorld",
    "LinearWorld",
    "best_fixed_list",
    "play_changing",
    "play_linear",
]
