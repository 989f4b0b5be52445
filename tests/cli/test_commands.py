"""What is typed wrong gets the way out."""

import pytest
from click.testing import CliRunner

from matroidlab.cli import main


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["reproduec"], "there is no command 'reproduec'; did you mean 'reproduce'?"),
        (["xyzzy"], "there is no command 'xyzzy'; known: catalogue, census"),
        (["data", "fetc"], "there is no command 'fetc'; did you mean 'fetch'?"),
        (["census", "paving", "--siez", "3"], "Did you mean '--size'?"),
        (["check", "uniform", "--param", "siez=3"], "siez: not a parameter of 'uniform'; did you mean 'size'?"),
        (["planner", "lists.db"], "the address must be like postgresql://user@host/database"),
        (["planner"], "Missing argument 'ADDRESS'"),
    ],
)
def test_a_wrong_command_is_told_with_the_way_out(typed: list[str], told: str) -> None:
    result = CliRunner(env={"MATROIDLAB_SERVICE": None}).invoke(main, typed)
    assert result.exit_code == 2
    assert told in result.output
