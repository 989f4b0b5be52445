"""Which baseline items the items of lists are held against, where visitors preferred them."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from matroidlab.bandits import PairCertificates, PairProof
from matroidlab.types import Booleans, Elements
from matroidlab_serving.engine.items import ItemCatalogue

Proofs: TypeAlias = dict[tuple[int, int], tuple[PairProof, ...]]
"""By an item and its counterpart: the certified pairs that lead from one to the other."""


def partners_by_pairs(
    certified: PairCertificates, lists: Elements, allowed: Booleans | None
) -> tuple[Elements, Proofs]:
    """Return the counterpart of each item, -1 for a doubtful one, and why it is no worse."""
    own = certified.lists
    pairs = certified.pairs(0)
    if allowed is not None:
        baseline = own.safe.baseline
        own = own.reduced_to(baseline[allowed[baseline]])
        pairs = pairs & allowed[:, None]
    partners = own.partners(lists, np.repeat(pairs[None], len(lists), axis=0))
    found = zip(lists.reshape(-1).tolist(), partners.reshape(-1).tolist(), strict=True)
    proofs = {
        (item, partner): certified.chain(0, item, partner)
        for item, partner in found
        if partner >= 0 and partner != item
    }
    return partners, proofs


def pairs_of(catalogue: ItemCatalogue) -> int:
    """Return how many pairs share delta: in each component, other items times baseline items."""
    safe = catalogue.safe_lists
    sizes = np.bincount(safe.component_of)
    places = np.bincount(safe.component_of[catalogue.baseline], minlength=len(sizes))
    return max(int(((sizes - 1) * places)[places > 1].sum()), 1)


def plain_proofs(proofs: Proofs) -> list[object]:
    """Return proofs as plain data."""
    return [[list(pair), [list(one) for one in chain]] for pair, chain in proofs.items()]


def read_proofs(plain: Sequence[tuple[list[int], list[list[float]]]]) -> Proofs:
    """Return the proofs that `plain_proofs` describes; a certificate verifies them."""
    found: Proofs = {}
    for (item, over), chain in plain:
        found[int(item), int(over)] = tuple(
            PairProof(int(e), int(b), float(better), float(worse), int(epoch))
            for e, b, better, worse, epoch in chain
        )
    return found
