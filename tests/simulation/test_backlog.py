"""What has waited is counted once, in order, whatever was done to the arrays meanwhile."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from matroidlab.simulation.backlog import Backlog
from matroidlab.types import Actions, Weights


@given(lengths=st.lists(st.integers(0, 2), max_size=30), room=st.integers(0, 200))
def test_every_round_is_counted_once_and_in_order(lengths: list[int], room: int) -> None:
    counted: list[tuple[Actions, Weights]] = []
    backlog = Backlog(lambda actions, weights: counted.append((actions.copy(), weights.copy())), room=room)
    rounds, first = [], 0
    for length in lengths:
        actions = first + np.arange(2 * length * 3).reshape(2, length, 3)
        weights, first = actions / 8, first + actions.size
        rounds.append((actions.copy(), weights.copy()))
        backlog.put(actions, weights)
        actions[:], weights[:] = -1, -1.0  # whoever made the round writes over it
    backlog.settle()
    backlog.settle()
    assert all(actions.size <= max(room, 12) for actions, _ in counted)
    for part in (0, 1):
        told = [value for each in counted for lane in each[part] for value in lane.ravel().tolist()]
        assert told == [value for each in rounds for value in each[part].ravel().tolist()]
