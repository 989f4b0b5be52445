"""Every command shows two examples in its help, and they are commands that exist."""

import re
import shlex
from importlib.util import find_spec

import click
import pytest
from click.testing import CliRunner
from reference import commands

from matroidlab.cli import main, parameters
from matroidlab.registry import families, offers, plugin_manager
from support.terminals import matroidlab_on_terminal

EVERY = list(commands.every_command())


def examples(found: click.Context) -> list[str]:
    """The lines of the help of a command that begin with the command itself."""
    text = found.command.help or ""
    return re.findall(rf"^ *({re.escape(found.command_path)}\b.*)$", text, re.MULTILINE)


def resolved(arguments: list[str]) -> tuple[click.Command, click.Context, list[str]]:
    """The command that some arguments call, and what is left for it."""
    command: click.Command = main
    context = click.Context(main, info_name="matroidlab")
    while isinstance(command, click.Group) and arguments:
        name, found, arguments = command.resolve_command(context, arguments)
        assert found is not None
        command = found
        context = click.Context(command, parent=context, info_name=name)
    return command, context, arguments


def parsed(line: str) -> None:
    """Read a command line as click does, up to the values of its options."""
    command, context, left = resolved(shlex.split(line)[1:])
    command.make_parser(context).parse_args(left)


@pytest.mark.parametrize("found", EVERY, ids=lambda found: found.command_path)
def test_every_help_has_two_examples_that_can_be_read(found: click.Context) -> None:
    shown = examples(found)
    assert len(shown) >= 2
    for line in shown:
        parsed(line)


def test_an_example_with_an_unknown_option_is_found() -> None:
    with pytest.raises(click.NoSuchOption):
        parsed("matroidlab tour --far")


def test_yes_and_no_are_coloured_on_a_terminal() -> None:
    pytest.importorskip("matroidlab_atlas", reason="the Fano plane comes with the atlas")
    shown = matroidlab_on_terminal("show", "fano", columns=80)
    assert "\x1b[32myes\x1b[0m" in shown
    assert "\x1b[31mno\x1b[0m: it is" in shown


def test_a_family_of_an_absent_plugin_is_named_with_its_plugin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parameters, "families", lambda _: {})
    done = CliRunner().invoke(main, ["check", "laminar"])
    assert done.exit_code == 2
    assert "'laminar' comes with matroidlab-laminar: pip install ./plugins/" in done.output


def test_the_families_of_our_plugins_are_known_by_name() -> None:
    manager = plugin_manager()
    ours = {
        offer.record.name: offer.plugin.distribution
        for offer in offers(manager)
        if offer.record is not None
        and offer.record.kind == "family"
        and offer.plugin.distribution not in ("", "matroidlab")
    }
    assert set(ours) <= set(families(manager))
    assert ours.items() <= parameters.COMES_WITH.items()
    if find_spec("matroidlab_experiments") is not None:  # all plugins are installed
        assert ours == parameters.COMES_WITH
