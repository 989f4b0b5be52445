"""Rows of the journal give back the commands that were written."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab.errors import JournalError
from matroidlab_serving.engine.commands import (
    Expire,
    LearnFrom,
    Observe,
    Recommend,
    command_of,
)
from matroidlab_serving.engine.item_commands import AddItem, RetireItem
from matroidlab_serving.engine.list_answer import ListAnswer, LoggedList
from matroidlab_serving.operation.control import ControlChange, Order
from matroidlab_serving.operation.control_commands import SetControl

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
ITEMS = st.integers(0, 2**60)
VALUES = st.lists(st.none() | NUMBERS, max_size=5)
ORDERS = st.sampled_from(get_args(Order))
SHARES = st.floats(0, 1)
ANSWERS = st.builds(ListAnswer, ITEMS, VALUES, st.none() | NUMBERS, st.none() | VALUES)
FEATURES = st.none() | st.lists(NUMBERS, max_size=3).map(tuple)
WEIGHTS = st.lists(NUMBERS, max_size=3)
LOGGED = st.builds(LoggedList, ITEMS, st.lists(ITEMS, max_size=3), WEIGHTS, FEATURES)
COMMANDS = st.one_of(
    st.builds(Observe, st.lists(ANSWERS, min_size=1, max_size=5), NUMBERS),
    st.builds(Expire, NUMBERS, NUMBERS),
    st.builds(LearnFrom, st.lists(LOGGED, max_size=3), NUMBERS),
    st.builds(AddItem, st.text(), ITEMS, st.none() | st.text(), NUMBERS),
    st.builds(RetireItem, ITEMS, st.none() | ITEMS, NUMBERS),
    st.builds(SetControl, st.builds(ControlChange, ORDERS, NUMBERS, SHARES, st.none() | st.text())),
)


@given(COMMANDS)
def test_commands_come_back_bit_by_bit(command: Any) -> None:
    assert repr(command_of(command.name, command.to_row(None))) == repr(command)


def test_a_recommendation_comes_back_with_the_list_that_was_dealt() -> None:
    content = '[3,[1,2],null,5.5,7,[4,0],[0,1],0.5,[0.5,1.0],[0.5,0.5],[null,null],"explored",null]'
    command = command_of("recommend", content)
    assert isinstance(command, Recommend)
    assert (command.segment, command.unavailable, command.proposed, command.now) == (
        3,
        [1, 2],
        None,
        5.5,
    )
    assert command.recorded is not None
    assert command.recorded[:3] == (7, [4, 0], [0, 1])
    assert command.recorded.propensities == (0.5, (0.5, 1.0), (0.5, 0.5))


def test_a_name_that_is_not_a_command_is_refused() -> None:
    with pytest.raises(JournalError, match="there is no command 'advance'"):
        command_of("advance", "[1.0]")
