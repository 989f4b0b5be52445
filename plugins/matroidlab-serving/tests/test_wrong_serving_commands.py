"""A wrong command is answered with the way out."""

import pytest
from click.testing import CliRunner

from matroidlab.cli import main


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["planner", "lists.db"], "the address must be like postgresql://user@host/database"),
        (["planner"], "Missing argument 'ADDRESS'"),
    ],
)
def test_a_wrong_command_is_answered_with_the_way_out(typed: list[str], answer: str) -> None:
    result = CliRunner(env={"MATROIDLAB_SERVICE": None}).invoke(main, typed)
    assert result.exit_code == 2
    assert answer in result.output
