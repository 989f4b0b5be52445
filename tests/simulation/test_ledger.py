"""The ledger beside a running sum for each lane."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from matroidlab.simulation.ledger import Ledger

Round = list[int]
"""How many actions each lane plays."""


@given(
    st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=12),
    st.sets(st.integers(1, 30), min_size=1),
    st.booleans(),
)
def test_a_checkpoint_has_the_sum_of_all_actions_up_to_it(rounds: list[Round], marks: set[int], ahead: bool) -> None:
    """Whatever the rounds: several checkpoints in one, none in many, lanes far apart; integers, so exact.

    Rounds that all lanes play in full may be told ``ahead``, and their sums added after.
    """
    checkpoints = np.array(sorted(marks))
    ledger = Ledger(checkpoints, quantities=2, lanes=3)
    played: list[list[int]] = [[], [], []]
    for number, lengths in enumerate(rounds):
        longest = max(lengths)
        values = np.array([[[100 * q + 7 * number + i for i in range(longest)] for _ in range(3)] for q in (1, 2)])
        real = np.arange(longest) < np.array(lengths)[:, None]
        noise = np.where(real, values, 10**6)  # what stands where nothing was played does not matter
        if ahead and real.all() and ledger.advance(longest):
            ledger.running += values.sum(axis=2)
            if ledger.is_due:
                ledger.note()
        else:
            ledger.add(noise.astype(float), None if real.all() else real)
        for lane, length in enumerate(lengths):
            played[lane] += [7 * number + i for i in range(length)]
    assert ledger.clock.tolist() == [len(lane) for lane in played]
    for lane in range(3):
        for column, checkpoint in enumerate(checkpoints):
            reached = checkpoint <= len(played[lane])
            total = sum(played[lane][:checkpoint])
            expected = [total + 100 * q * checkpoint if reached else 0 for q in (1, 2)]
            assert ledger.totals[:, lane, column].tolist() == expected
