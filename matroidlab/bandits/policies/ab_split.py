import numpy as np

from matroidlab.algorithms import as_basis
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.kernels.policies import Split, plan_split
from matroidlab.bandits.policies.omm import OMM
from matroidlab.kernels.game_slots import plan
from matroidlab.protocol import Matroid, Part
from matroidlab.protocol.checked import Seed, as_generator
from matroidlab.types import Actions, Elements, ElementsLike, as_number


class ABSplit(OMM):
    """An A/B test: the list of `OMM` with probability alpha, else the baseline; learn from both.

    >>> from matroidlab import UniformMatroid
    >>> ABSplit(UniformMatroid(size=4, rank=2), [2, 3], alpha=0.5, seed=0).plan().shape
    (1, 1, 2)

    A coin is tossed for every action. On average only a fraction alpha of the items shown is new,
    but a visitor who gets the new list sees no item of the baseline.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    baseline
        The trusted list B_0, a basis.
    alpha
        The probability of the new list.
    seed
        An int or a numpy Generator.
    confidence
        The source of the bounds of `OMM`; None is ``AnytimeUCB1()``.
    lanes
        The number of independent runs that are kept side by side.
    """

    baseline: Elements
    alpha: float
    rng: np.random.Generator

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike,
        *,
        alpha: float,
        seed: Seed,
        confidence: Confidence | None = None,
        lanes: int = 1,
    ) -> None:
        super().__init__(matroid, confidence=confidence, lanes=lanes)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.alpha = as_number(alpha, name="alpha", above=0, most=1)
        self.rng = as_generator(seed)

    def _settings(self) -> list[str]:
        return [f"alpha={self.alpha:g}", *super()._settings()]

    def plan(self) -> Actions:
        """One action: the new list or the baseline, by one coin for each lane."""
        new = self.rng.random(self.lanes) < self.alpha
        return np.where(new[:, None, None], super().plan(), self.baseline)

    def part(self) -> Part | None:
        """The kernels for the game loop; None if a component offers no part."""
        optimism = super().part()
        if optimism is None:
            return None
        seen, kept, matroid, confidence = optimism.arrays
        state = Split(seen, kept, matroid, confidence, self.baseline, self.alpha, self.rng)
        return optimism._replace(kernels={**optimism.kernels, plan: plan_split}, arrays=state)
