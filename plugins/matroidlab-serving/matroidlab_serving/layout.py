"""Where the items of a list stand: in the places of the baseline, each held against its own item there."""

from typing import NamedTuple

import numpy as np

from matroidlab.algorithms import batched
from matroidlab.types import Booleans, Elements
from matroidlab_serving.catalogue import Catalogue


class Laid(NamedTuple):
    """A trusted basis in the places of the baseline, and for each place the baseline item that it is held against.

    -1 stands for none, where the baseline item is not available.
    """

    trusted: Elements
    covered: Elements


class Layout:
    """Lays out trusted lists.

    The exchange bijection sends each trusted item to the baseline item that it stands in for; since the trusted list is
    the heaviest by cautious weights, it is no worse.
    """

    catalogue: Catalogue

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue, self._batched = catalogue, batched(catalogue.matroid)
        self._last: tuple[bytes, Laid] | None = None

    def of(self, trusted: Elements) -> Laid:
        """A basis where everything is available; found anew only when it has changed."""
        key = trusted.tobytes()
        if self._last is None or self._last[0] != key:
            baseline = self.catalogue.baseline
            partners = self._batched.exchanges(trusted[None], baseline[None])[0]
            laid_out = np.empty_like(trusted)
            laid_out[self.catalogue.place_of[partners]] = trusted
            self._last = key, Laid(laid_out, baseline)
        return self._last[1]

    def of_allowed(self, trusted: Elements, allowed: Booleans) -> Laid:
        """A basis of which only some items are available.

        The available baseline items are completed to a basis by trusted ones; the exchange that takes the trusted basis
        there says what is held against what, and one more, to the baseline, where it stands.
        """
        baseline, place_of = self.catalogue.baseline, self.catalogue.place_of
        first = trusted[np.argsort(~allowed[trusted], kind="stable")]
        completed = self.completed(np.append(baseline[allowed[baseline]], first))
        partners = self._batched.exchanges(trusted[None], completed[None])[0]
        stand_ins = self._batched.exchanges(partners[None], baseline[None])[0]
        is_held, places = allowed[partners] & (place_of[partners] >= 0), place_of[stand_ins]
        laid = Laid(np.empty_like(trusted), np.empty_like(trusted))
        laid.trusted[places], laid.covered[places] = trusted, np.where(is_held, partners, -1)
        return laid

    def completed(self, items: Elements) -> Elements:
        """The basis that greedy makes of items, and of the baseline where they do not suffice."""
        order = np.append(items, self.catalogue.baseline)
        _, at = np.unique(order, return_index=True)
        return self.catalogue.matroid.greedy(order[np.sort(at)])
