"""Plans for requests with items of their own: what is available, or a few candidates."""

from abc import abstractmethod

import numpy as np

from matroidlab.bandits.candidate_lists import heaviest_among
from matroidlab.bandits.policies.certifying import CertifyingPolicy
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.types import Actions, Booleans, Elements, Weights


class RequestPlans(CertifyingPolicy):
    """The part of a policy that plans for a request for which only some items may be shown."""

    lists_per_plan: int
    rng: np.random.Generator

    @abstractmethod
    def weigh(self, normals: Weights, items: Elements | None = None) -> Weights:
        """``(lanes, lists, size)``: weights of all or some ``items``, from `normals_per_list`."""

    @property
    @abstractmethod
    def normals_per_list(self) -> int:
        """How many standard normal variables the weights of a list are made from."""

    @abstractmethod
    def _planned(self, count: int, available: Booleans | None = None) -> Actions:
        """``(lanes, count, K)``: lists by weights of all items."""

    def plan_of(self, available: Booleans) -> Actions:
        """Plan lists for a request, ``(lanes, lists, K)``, if only some items are available.

        The others fill places that no available item can fill. With S available, m + r(S) less
        the number of available baseline items may be doubtful, or r(S) less that number if there is
        a budget. All available items are weighed, also if there is a line.
        """
        self._refuse_on_average()
        return self._planned(self.lists_per_plan, available)

    def plan_among(self, candidates: Elements) -> Actions:
        """Plan lists of some candidates only, ``(lanes, lists, r)``, where r is their rank.

        If the parts of the matroid are filled independently, this takes time in proportion to the
        number of candidates, however many items there are.
        """
        self._refuse_on_average()
        blocks = self._lists_of_requests.blocks
        if blocks is None or self.pairs is not None or self._reaction.kind != "warn":
            available = np.zeros(self.matroid.size, dtype=np.bool_)
            available[candidates] = True
            lists = self.plan_of(available)
            return lists[available[lists]].reshape(*lists.shape[:2], -1)
        count = self.lists_per_plan
        cautious = self.estimates.cautious()[:, candidates]
        each = self.normals_per_list // self.matroid.size * len(candidates)
        normals = self.rng.standard_normal((len(cautious), count, each + self.safe_lists.lots))
        weights = self.weigh(normals[:, :, :each], candidates)
        own = zip(weights, cautious, normals[:, :, each:], strict=True)
        return np.stack([heaviest_among(blocks, candidates, *lane) for lane in own])

    def trusted_among(self, available: Booleans) -> Elements:
        """The trusted list if only some items are available; for certificates by pairs.

        Other items fill the places that no available item can fill.
        """
        assert self.pairs is not None
        lists = self.pairs.trusted(self._means(), available)
        of_baseline = np.where(np.isin(np.arange(len(available)), self.baseline), 1.0, 0.0)
        stays = self.pairs.trusted(np.tile(of_baseline, (self.lanes, 1)), available)
        return np.where(self._reaction.stays[:, None], stays, lists)

    def _refuse_on_average(self) -> None:
        if self.average is not None:
            raise ValueError(
                "with promise='average', lists are chosen for all segments alike: a request with "
                "items of its own needs promise='each'"
            )

    @property
    def _lists_of_requests(self) -> SafeLists:
        """The lists of requests with items of their own, which a budget does not cover."""
        return self.safe_lists if self.budget is None else self.account.certain
