"""On a real terminal: what a configuration says is shown, and never obeyed."""

from pathlib import Path

from support.terminals import matroidlab_on_terminal

EVIL = "\x1b]0;owned\x07\x1b[2Jgone\rover\u202ereversed"
SHOWN = r"\x1b]0;owned\x07\x1b[2Jgone\rover\u202ereversed"
OBEYED = set("\x1b\x07\r\u202e")
TOML = r'"\u001B]0;owned\u0007\u001B[2Jgone\rover\u202ereversed"'
SOUND = """
name = "sound"
title = {title}
horizon = 10
runs = 1
baseline = [0]
matroid = {{family = {family}, size = 2, rank = 1}}
rewards = {{model = "bernoulli", means = [0.5, 0.5]}}
policies = [{{policy = "stay", label = {label}}}]
"""


def terminal(folder: Path, *arguments: str) -> str:
    """What a terminal that knows no escape codes gets from a command."""
    environment = {"PYTHONPATH": str(folder)}
    return matroidlab_on_terminal(
        *arguments, folder=folder, term="dumb", columns=250, **environment
    )


def test_a_value_of_a_configuration_is_shown_and_not_obeyed(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(SOUND.format(title='"x"', family=TOML, label='"x"'))
    said = terminal(tmp_path, "run", "x.toml")
    assert SHOWN in said
    assert not OBEYED & set(said)


def test_a_title_and_a_label_are_text_without_codes_and_markup(tmp_path: Path) -> None:
    title = TOML.replace('"', '"[/] ', 1)
    (tmp_path / "x.toml").write_text(
        SOUND.format(title=title, family='"uniform"', label='"[b]\\u001B[1m[/]"')
    )
    said = terminal(tmp_path, "run", "x.toml", "--executor", "serial")
    assert f"[/] {SHOWN}" in said
    assert r"[b]\x1b[1m[/]" in said
    assert not OBEYED & set(said)


def test_names_of_files_are_shown_and_not_obeyed(tmp_path: Path) -> None:
    (tmp_path / f"{EVIL}.toml").write_text("not toml")
    said = terminal(tmp_path, "run", f"{EVIL}.toml")
    assert SHOWN in said
    assert not OBEYED & set(said)
