"""Commands are found in the metadata and listed without being imported."""

import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from matroidlab.cli import main
from matroidlab.cli.main import HELP, installed_commands
from support.distributions import environment_with, write_distribution


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["orderabiliyt"], "there is no command 'orderabiliyt'; did you mean 'orderability'?"),
        (
            ["check", "uniform", "--param", "siez=3"],
            "siez: not a parameter of 'uniform'; did you mean 'size'?",
        ),
    ],
)
def test_a_wrong_command_is_told_with_the_way_out(typed: list[str], told: str) -> None:
    result = CliRunner().invoke(main, typed)
    assert result.exit_code == 2
    assert told in result.output


def test_a_wrong_option_gets_the_nearest() -> None:
    result = CliRunner().invoke(main, ["orderability", "graphic", "--smaple", "3"])
    assert result.exit_code == 2
    assert re.search("Did you mean '?--sample'?", result.output)  # click 8.1 sets no quotes


def test_a_command_like_no_other_gets_the_list_of_all() -> None:
    result = CliRunner().invoke(main, ["xyzzy"])
    assert result.exit_code == 2
    known = ", ".join(sorted(installed_commands()))
    assert {*HELP["matroidlab"]} <= {*installed_commands()}
    assert f"there is no command 'xyzzy'; known: {known}" in result.output


@pytest.fixture
def only_the_core(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No distribution but the core has commands."""

    def entry_points(*, group: str) -> list[EntryPoint]:
        found = metadata.entry_points(group=group)
        return [point for point in found if point.dist and point.dist.name == "matroidlab"]

    module = sys.modules["matroidlab.cli.main"]
    monkeypatch.setattr(module, "entry_points", entry_points)
    installed_commands.cache_clear()
    yield
    installed_commands.cache_clear()


@pytest.mark.usefixtures("only_the_core")
def test_a_command_that_is_not_installed_answers_with_the_line_that_installs_it() -> None:
    runner = CliRunner()
    shown = runner.invoke(main, ["--help"]).stdout
    for distribution, commands in HELP.items():
        for name in commands:
            if distribution == "matroidlab":
                assert f"\n  {name} " in shown
                continue
            assert f"\n  {name} " not in shown
            result = runner.invoke(main, [name, "--help"])
            assert result.exit_code == 2
            assert (
                f"{name!r} comes with {distribution}: pip install ./plugins/{distribution}"
                in result.output
            )


def test_the_help_lists_every_command_of_ours_under_its_distribution() -> None:
    shown = CliRunner().invoke(main, ["--help"]).stdout
    sections = re.split(r"\nCommands(?: of ([\w-]+))?:\n", shown)
    by_distribution = dict(zip(sections[1::2], sections[2::2], strict=True))
    installed = {name for name in HELP if [*metadata.distributions(name=name)]}
    assert "matroidlab" in installed
    for distribution in sorted(installed):
        commands = HELP[distribution]
        section = by_distribution[None if distribution == "matroidlab" else distribution]
        assert re.findall(r"^  ([\w-]+)  ", section, re.MULTILINE)[: len(commands)] == sorted(
            commands
        )


CONTRIBUTED = """
import click
@click.command("hello")
def hello():
    '''Greet.'''
    click.echo("hello from a plugin")
not_a_command = 7
"""
POINTS = """[matroidlab.commands]
hello = {module}:hello
broken = {module}:missing
exits = {module}_exits:x
number = {module}:not_a_command
check = {module}:hello
"""


@pytest.fixture
def contributing(tmp_path: Path) -> dict[str, str]:
    """An environment with a third-party distribution that has a command, and broken ones."""
    write_distribution(tmp_path, "contributed", CONTRIBUTED)
    (tmp_path / "contributed_exits.py").write_text("raise SystemExit(0)")
    points = tmp_path / "contributed-1.0.dist-info" / "entry_points.txt"
    points.write_text(POINTS.format(module="contributed"))
    return environment_with(tmp_path)


def typed(environment: dict[str, str], *arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "matroidlab", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_a_third_party_command_works_and_is_listed_last(contributing: dict[str, str]) -> None:
    assert typed(contributing, "hello") == (0, "hello from a plugin\n", "")
    status, shown, _ = typed(contributing, "--help")
    assert status == 0
    distributions = re.findall(r"\nCommands(?: of ([\w-]+))?:\n", shown)
    assert distributions[0] == ""
    assert distributions[-1] == "contributed"


def test_a_broken_command_is_named_and_spoils_no_other(contributing: dict[str, str]) -> None:
    for name, fault in {
        "broken": "AttributeError: module 'contributed' has no attribute 'missing'",
        "exits": "SystemExit: 0",
        "number": "contributed:not_a_command is not a click command",
    }.items():
        status, shown, said = typed(contributing, name)
        assert (status, shown) == (2, "")
        assert said == f"Error: command {name!r} of contributed is broken: {fault}\n"
    assert typed(contributing, "tour", "--help")[0] == 0


def test_a_third_party_cannot_replace_a_command_of_ours(contributing: dict[str, str]) -> None:
    _, shown, _ = typed(contributing, "check", "--help")
    assert "FAMILY" in shown


def test_the_help_imports_no_command_and_neither_numpy_nor_rich() -> None:
    program = (
        "import sys; sys.argv = ['matroidlab', '--help']\n"
        "from matroidlab.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert {name for name in loaded if name.startswith("matroidlab")} == {
        "matroidlab",
        "matroidlab.cli",
        "matroidlab.cli.interruption",
        "matroidlab.cli.main",
        "matroidlab.cli.options",
        "matroidlab.errors",
    }
    assert not {"numpy", "networkx", "pluggy", "rich", "numba"} & loaded


def cpu_of(*arguments: str) -> float:
    """The least CPU time, in seconds, of five runs of Python."""
    taken = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken)


def test_the_help_takes_little_more_than_click_and_the_metadata() -> None:
    """85 ms where click and the metadata take 65; relative, because machines are slow or busy."""
    imports = "import click, importlib.metadata as m; m.entry_points(group='matroidlab.commands')"
    assert cpu_of("-m", "matroidlab", "--help") < 1.6 * cpu_of("-c", imports)


def test_orderability_of_a_built_in_family_imports_few_modules_and_no_plugin() -> None:
    program = (
        "import sys; sys.argv = ['matroidlab', 'orderability', 'uniform']\n"
        "from matroidlab.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = {name for name in done.stderr.split() if name.startswith("matroidlab")}
    assert len(loaded) <= 120
    assert {name.partition(".")[0] for name in loaded} == {"matroidlab"}
    rooms = {name.split(".")[1] for name in loaded if "." in name}
    assert not {"bandits", "rewards", "simulation", "testing", "work"} & rooms
