"""On a real terminal: what third parties wrote is shown, and never obeyed."""

from pathlib import Path

from support.distributions import write_distribution
from support.terminals import matroidlab_on_terminal

EVIL = "\x1b]0;owned\x07\x1b[2Jgone\rover\u202ereversed"
SHOWN = r"\x1b]0;owned\x07\x1b[2Jgone\rover\u202ereversed"
OBEYED = set("\x1b\x07\r\u202e")


def terminal(folder: Path, *arguments: str) -> str:
    """What a terminal that knows no escape codes gets from a command."""
    environment = {"PYTHONPATH": str(folder)}
    return matroidlab_on_terminal(
        *arguments, folder=folder, term="dumb", columns=250, **environment
    )


def test_errors_of_plugins_are_shown_and_not_obeyed(tmp_path: Path) -> None:
    write_distribution(tmp_path, "evil", f"raise RuntimeError({EVIL!r})")
    for command in ("plugins", "tour"):
        said = terminal(tmp_path, command)
        assert SHOWN in said
        assert not OBEYED & set(said)
