"""Names that have moved import from their old places for one version."""

import pytest

import matroidlab.bandits
import matroidlab.bandits.bounds
from matroidlab.bandits import regret_bounds
from matroidlab.constraint import Constraint


def test_the_constraint_is_found_where_it_was() -> None:
    with pytest.warns(DeprecationWarning, match=r"is in matroidlab\.constraint now"):
        assert matroidlab.bandits.Constraint is Constraint
    with pytest.raises(AttributeError, match="no attribute 'Constraints'"):
        _ = matroidlab.bandits.Constraints


def test_bounds_on_regret_are_found_where_they_were() -> None:
    for name in regret_bounds.__all__:
        assert getattr(matroidlab.bandits.bounds, name) is getattr(regret_bounds, name)
