"""A wrong command is answered with the way out."""

import pytest
from click.testing import CliRunner

from matroidlab.cli import main


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["census", "paving", "--exectuor", "serial"], "Did you mean '--executor'?"),
        (["cesnus"], "there is no command 'cesnus'; did you mean 'census'?"),
        (["xyzzy"], "there is no command 'xyzzy'; known: bench, catalogue"),
    ],
)
def test_a_wrong_command_is_answered_with_the_way_out(typed: list[str], answer: str) -> None:
    result = CliRunner().invoke(main, typed)
    assert result.exit_code == 2
    assert answer in result.output
