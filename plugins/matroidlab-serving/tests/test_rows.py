"""Rows of the journal tell what was written."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from matroidlab_serving.rows import row_content, row_told

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
ANSWERS = st.tuples(st.integers(0, 2**60), st.lists(st.none() | NUMBERS, max_size=5), st.none() | NUMBERS)


@given(st.lists(ANSWERS, min_size=1, max_size=5), NUMBERS)
def test_answers_come_back_bit_by_bit(answers: list[Any], now: float) -> None:
    assert repr(row_told(row_content("observe", (answers, now)))) == repr((answers, now))


@given(st.lists(ANSWERS, min_size=1, max_size=5), NUMBERS)
def test_answers_written_one_by_one_are_understood(answers: list[Any], now: float) -> None:
    assert row_told(json.dumps([answers, now])) == [[list(answer) for answer in answers], now]


@given(st.recursive(st.none() | NUMBERS | st.text(), lambda inner: st.lists(inner, max_size=3), max_leaves=8))
def test_other_commands_are_plain(told: object) -> None:
    assert row_told(row_content("retire", (told,))) == [told]
