"""Search for a bijection of one pair of bases, by the oracle of any matroid."""

from dataclasses import dataclass, field

import numpy as np

from matroidlab.errors import TooLargeError
from matroidlab.orderability.effort import duration
from matroidlab.orderability.kernels import match_pair
from matroidlab.orderability.matching import Exchange, match_rows, symmetric_exchanges
from matroidlab.orderability.table import SECONDS_AN_ORACLE_CALL
from matroidlab.protocol import Matroid
from matroidlab.subsets.masks import bit_counts, element_of
from matroidlab.types import Booleans, Elements

MOST_EXCHANGED = 20
"""A bijection of d elements has 2**d exchanges, each an independence call and a word of memory."""


def bijection_by_oracle(
    matroid: Matroid, source: Elements, target: Elements, most: int
) -> Elements | None:
    """Return a bijection for exchanges of up to ``most``, aligned with ``source``, or None.

    Single exchanges alone are a matching problem and take polynomial time. For larger ones the
    elements with the fewest partners are placed first; at least 2**d independence calls for d
    elements to exchange.
    """
    exchange = Exchange.between(source, target)
    allowed = symmetric_exchanges(matroid, exchange)
    columns = match_rows(allowed).columns
    if columns is None:
        return None
    if most == 1 or len(columns) <= 2:
        return exchange.aligned(exchange.entering[columns])
    _refuse_if_too_many(len(columns))
    return _searched(matroid, exchange, allowed, most)


def _refuse_if_too_many(count: int) -> None:
    if count > MOST_EXCHANGED:
        seconds = 2.0**count * SECONDS_AN_ORACLE_CALL
        raise TooLargeError(
            f"a search for a strong bijection of two bases that differ in {count} elements takes "
            f"at least 2**{count} independence calls, about {duration(seconds)}; the limit is "
            f"{MOST_EXCHANGED} elements: ask about bases with more elements in common, or give the "
            "matroid a method `orderability()`"
        )


def _searched(
    matroid: Matroid, exchange: Exchange, allowed: Booleans, most: int
) -> Elements | None:
    count = len(allowed)
    order = np.argsort(allowed.sum(axis=1), kind="stable")
    common = np.setdiff1d(exchange.source, exchange.leaving)
    lookup = OracleLookup(
        matroid, common, np.concatenate([exchange.leaving[order], exchange.entering])
    )
    low = (1 << count) - 1
    sizes = bit_counts(count).tolist()
    places = [0] * (3 * count + 1)
    if match_pair.plain(lookup, [], low, low << count, most, [0] * len(sizes), sizes, places) < 0:
        return None
    partners = np.empty(count, dtype=np.intp)
    partners[order] = exchange.entering[
        [element_of(mask) - count for mask in places[count : 2 * count]]
    ]
    return exchange.aligned(partners)


@dataclass
class OracleLookup:
    """The kernel's lookup by oracle: bit ``i`` of a mask stands for ``elements[i]``."""

    matroid: Matroid
    common: Elements
    elements: Elements
    known: dict[int, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return 1 << len(self.elements)

    def __getitem__(self, mask: int, /) -> int:
        if mask not in self.known:
            held = [element for i, element in enumerate(self.elements) if mask >> i & 1]
            self.known[mask] = int(
                self.matroid.is_independent(np.concatenate([self.common, held]).astype(np.intp))
            )
        return self.known[mask]
