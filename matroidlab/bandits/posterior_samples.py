from collections.abc import Mapping

import numpy as np

from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.kernels.posterior import drawn_from
from matroidlab.bandits.kernels.safe_policies import Sampled, weigh_by_sample
from matroidlab.bandits.new_items.waiting_line import WaitingLine
from matroidlab.kernels.game_slots import weigh_items
from matroidlab.protocol import Part
from matroidlab.types import Elements, Weights

NORMALS_PER_ITEM = 2
"""How many standard normal variables the sample of an item is made from."""


def posterior_samples(
    beliefs: Beliefs | WaitingLine,
    known_means: Mapping[int, float],
    normals: Weights,
    items: Elements | None = None,
) -> Weights:
    """Return draws from the posteriors of items, nearly, ``(lanes, lists, items)``.

    Known means enter as they are.

    Parameters
    ----------
    beliefs
        What is known of the items, or a line, which has a prior for those that were not seen.
    known_means
        The means that need not be drawn.
    normals
        Standard normal variables, two for each item side by side, ``(lanes, lists, 2 * items)``.
    items
        The items; None for all.
    """
    pairs = normals.reshape(*normals.shape[:2], -1, NORMALS_PER_ITEM)
    if isinstance(beliefs, WaitingLine):
        weights = beliefs.draws(pairs, items)
    else:
        own = slice(None) if items is None else items
        seen = beliefs.settled
        weights = drawn_from(
            pairs,
            seen.counts[:, None, own],
            seen.sums[:, None, own],
            seen.spreads[:, None, own],
        )
    known, means = _as_arrays(known_means)
    if items is None:
        weights[:, :, known] = means
    else:
        at, which = np.nonzero(items[:, None] == known)
        weights[:, :, at] = means[which]
    return weights


def sampling(rng: np.random.Generator, known_means: Mapping[int, float]) -> Part:
    """Return the kernel that draws the sample of a lane in the game loop."""
    return Part({weigh_items: weigh_by_sample}, Sampled(rng, *_as_arrays(known_means)))


def _as_arrays(known_means: Mapping[int, float]) -> tuple[Elements, Weights]:
    items = np.array(list(known_means), dtype=np.intp)
    return items, np.array(list(known_means.values()), dtype=np.float64)
