"""Items that are excluded stay so, whatever is observed and however bounds move."""

import numpy as np
import pytest

from matroidlab.bandits import UCB1, AnytimeUCB1, Beliefs, TimeUniform
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.kernels.when_to_compile import compiling


@pytest.mark.parametrize("way", ["never", pytest.param("now", marks=pytest.mark.slow)])
@pytest.mark.parametrize("confidence", [AnytimeUCB1(), UCB1(100), TimeUniform(0.1, items=4)])
def test_an_excluded_item_stays_below_all_others(confidence: Confidence, way: str) -> None:
    beliefs = Beliefs(lanes=2, size=4, confidence=confidence, baseline=np.array([0, 1]))
    everything = np.tile(np.arange(4), (2, 3, 1))
    with compiling(way):  # type: ignore[arg-type]
        beliefs.exclude(np.array([3]))
        for _ in range(5):
            upper = beliefs.bounds.upper[:, 3]
            assert (upper < beliefs.bounds.lower[:, :3].min(axis=1)).all()
            beliefs.learn(everything, np.full(everything.shape, 0.5))
