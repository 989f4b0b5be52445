"""Facts of the literature about interleaved lists, and what follows from their definitions."""

from fractions import Fraction

import numpy as np
import pytest

from matroidlab import PartitionMatroid, UniformMatroid
from matroidlab_evaluation import (
    BalancedInterleaving,
    Drawn,
    OptimisedInterleaving,
    ProbabilisticInterleaving,
    TeamDraft,
)

THREE = UniformMatroid(size=3, rank=3)
FOUR = UniformMatroid(size=4, rank=4)


def shown(*items: int) -> Drawn:
    return Drawn(np.array(items), np.full(len(items), -1))


def test_team_draft_of_equal_rankings_shows_that_ranking_and_random_teams() -> None:
    draft = TeamDraft(FOUR, [[0, 1, 2, 3]] * 2)
    assert draft.lists() == {(0, 1, 2, 3): 1.0}
    assert set(draft.assignments().values()) == {0.25}
    assert {teams for _, teams in draft.assignments()} == {
        (0, 1, 0, 1),
        (0, 1, 1, 0),
        (1, 0, 0, 1),
        (1, 0, 1, 0),
    }


def test_team_draft_of_three_items_in_opposite_order() -> None:
    draft = TeamDraft(THREE, [[0, 1, 2], [2, 1, 0]])
    assert draft.lists() == {(0, 2, 1): 0.5, (2, 0, 1): 0.5}


def test_team_draft_of_the_four_items_of_radlinski_and_craswell() -> None:
    # A = (a, b, c, d) and B = (b, d, c, a): four lists, equally likely.
    draft = TeamDraft(FOUR, [[0, 1, 2, 3], [1, 3, 2, 0]])
    assert draft.lists() == {
        (0, 1, 2, 3): 0.25,
        (0, 1, 3, 2): 0.25,
        (1, 0, 2, 3): 0.25,
        (1, 0, 3, 2): 0.25,
    }


def test_optimised_interleaving_of_the_four_items_of_radlinski_and_craswell() -> None:
    # Six lists are allowed. With linear credit a, b, c, d count 3, -1, 0, -2, so unbiasedness at
    # the first place puts a first in 25 % of lists; at the second, "b a" has 35 %, "b d" 40 %.
    mix = OptimisedInterleaving(FOUR, [[0, 1, 2, 3], [1, 3, 2, 0]])
    assert set(mix.allowed) == {
        (0, 1, 2, 3),
        (0, 1, 3, 2),
        (1, 0, 2, 3),
        (1, 0, 3, 2),
        (1, 3, 0, 2),
        (1, 3, 2, 0),
    }
    begins: dict[tuple[int, ...], float] = {}
    for items, chance in mix.lists().items():
        begins[items[:2]] = begins.get(items[:2], 0.0) + chance
    assert begins == pytest.approx({(0, 1): 0.25, (1, 0): 0.35, (1, 3): 0.40})


def test_balanced_interleaving_prefers_the_second_of_two_rankings_for_random_clicks() -> None:
    # A = (a, b, c, d) and B = (b, c, d, a): a click anywhere but on a speaks for B.
    mix = BalancedInterleaving(FOUR, [[0, 1, 2, 3], [1, 2, 3, 0]])
    assert mix.lists() == {(0, 1, 2, 3): 0.5, (1, 0, 2, 3): 0.5}
    wins = [0.0, 0.0]
    for items, chance in mix.lists().items():
        for click in np.eye(4):
            credit = mix.credit(shown(*items), click)
            wins[int(credit[1] > credit[0])] += chance / 4
            assert credit[0] != credit[1]
    assert wins == [0.25, 0.75]


def test_team_draft_has_no_preference_there() -> None:
    draft = TeamDraft(FOUR, [[0, 1, 2, 3], [1, 2, 3, 0]])
    credit = np.zeros(2)
    for (items, teams), chance in draft.assignments().items():
        for click in np.eye(4):
            credit += chance / 4 * draft.credit(Drawn(np.array(items), np.array(teams)), click)
    assert credit == pytest.approx([0.5, 0.5])


def test_optimised_interleaving_of_two_overlapping_pairs_by_inverse_ranks() -> None:
    # A = (a, b) and B = (b, c): the example of the program of Kato and others, whose credit of an
    # item that a ranking leaves out is that of the rank after its last. Three lists, three
    # equations: 15/35, 13/35 and 7/35.
    mix = OptimisedInterleaving(UniformMatroid(size=3, rank=2), [[0, 1], [1, 2]], "inverse")
    assert dict(mix.lists()) == pytest.approx({(0, 1): 15 / 35, (1, 0): 13 / 35, (1, 2): 7 / 35})


def test_balanced_interleaving_of_two_overlapping_pairs() -> None:
    mix = BalancedInterleaving(UniformMatroid(size=3, rank=2), [[0, 1], [1, 2]])
    assert mix.lists() == {(0, 1): 0.5, (1, 0): 0.5}
    # Both have one click in their tops if both items are clicked; otherwise the top item decides.
    for clicks, credit in {(1, 1): [1, 1], (1, 0): [1, 0], (0, 1): [0, 1]}.items():
        assert mix.credit(shown(0, 1), clicks).tolist() == credit


def test_probabilistic_interleaving_of_two_overlapping_pairs() -> None:
    mix = ProbabilisticInterleaving(UniformMatroid(size=3, rank=2), [[0, 1], [1, 2]])
    assert mix.place_probabilities[0] == pytest.approx([8 / 18, 9 / 18, 1 / 18])


def test_multileaving_shows_the_first_item_of_each_ranker_equally_often() -> None:
    draft = TeamDraft(UniformMatroid(size=6, rank=3), [[0, 3, 4], [1, 3, 5], [2, 3, 5]])
    assert len(draft.lists()) == 6
    assert draft.place_probabilities[:, :3] == pytest.approx(1 / 3)


def test_probabilistic_interleaving_has_the_soft_maximum_of_hofmann() -> None:
    # Weights 1, 1/8, 1/27 for ranks 1, 2, 3: 216/251, 27/251, 8/251.
    mix = ProbabilisticInterleaving(THREE, [[0, 1, 2], [1, 0, 2]])
    first = (Fraction(216, 251) + Fraction(27, 251)) / 2
    assert mix.place_probabilities[0] == pytest.approx(
        [float(first), float(first), float(Fraction(8, 251))]
    )
    # After item 2: items 0 and 1 with weights 1 and 1/8, or 1/8 and 1.
    assert mix.probability([2, 0, 1]) == pytest.approx(8 / 251 / 2)
    posterior = mix.team_probabilities([0, 1, 2])
    assert posterior[:, 0] == pytest.approx([216 / 243, 27 / 243])


def test_rules_of_the_page_are_kept_where_plain_team_draft_would_break_them() -> None:
    # Two books (0, 1, 2) and one film (3, 4): both rankers would fill the page with books.
    page = PartitionMatroid(blocks=[[0, 1, 2], [3, 4]], capacities=[2, 1])
    draft = TeamDraft(page, [[0, 1, 2, 3, 4], [2, 1, 0, 4, 3]])
    assert all(sum(item < 3 for item in items) == 2 for items in draft.lists())
    assert draft.lists() == {
        (0, 2, 3): 0.25,
        (0, 2, 4): 0.25,
        (2, 0, 3): 0.25,
        (2, 0, 4): 0.25,
    }
