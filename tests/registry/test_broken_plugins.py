"""Plugins that are broken in many ways, installed all at once, and two that are not."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from matroidlab.errors import PluginWarning
from matroidlab.registry import families
from support.distributions import ONE_FAMILY, environment_with, write_distribution
from support.gated import until

HOOK = "from matroidlab import *\n@hookimpl\ndef matroidlab_families({arguments}):\n    {body}\n"

# The source of the module, and what the report says of the cause.
BROKEN = {
    "raises-on-import": ("1 / 0", "ZeroDivisionError: division by zero"),
    "needs-what-is-not-there": (
        "import no_such_module",
        "ModuleNotFoundError: No module named 'no_such_module'",
    ),
    "has-a-typing-error": ("def matroidlab_families(:", "SyntaxError: invalid syntax"),
    "exits-on-import": ("raise SystemExit(3)", "SystemExit: 3"),
    "raises-what-cannot-be-told": (
        "class Mute(Exception):\n    def __str__(self): raise SystemExit\nraise Mute",
        "Mute: (message unavailable: str() raised SystemExit)",
    ),
    "speaks-to-the-terminal": (
        "raise ValueError('\\x1b[31mred\\x07')",
        r"ValueError: \x1b[31mred\x07",
    ),
    "misspells-the-hook": (
        "from matroidlab import hookimpl\n@hookimpl\ndef matroidlab_famlies(): return []",
        "there is no hook 'matroidlab_famlies'; did you mean 'matroidlab_families'?",
    ),
    "names-no-hook-at-all": (
        "from matroidlab import hookimpl\n@hookimpl\ndef zzz(): return []",
        (
            "there is no hook 'zzz'; known: matroidlab_families, matroidlab_named_matroids, "
            "matroidlab_pictures"
        ),
    ),
    "forgets-the-mark": (
        "def matroidlab_families(): return []",
        "'matroidlab_families' is not marked with @matroidlab.hookimpl",
    ),
    "has-no-hook": ("answer = 42", "it implements no hook; known: matroidlab_families"),
    "takes-an-argument": (
        HOOK.format(arguments="config", body="return []"),
        "{'config'} are declared in the hookimpl but can not be found in the hookspec",
    ),
    "raises-in-the-hook": (
        HOOK.format(arguments="", body="raise OSError('no disk')"),
        "OSError: no disk",
    ),
    "exits-in-the-hook": (HOOK.format(arguments="", body="exit('bye')"), "SystemExit: bye"),
    "exits-half-way": (
        HOOK.format(arguments="", body="yield Family('part', UniformMatroid); raise SystemExit(0)"),
        "SystemExit: 0",
    ),
    "claims-a-taken-name": (
        ONE_FAMILY.format(name="uniform"),
        "the family name 'uniform' is taken by 'matroidlab.families.uniform' of matroidlab",
    ),
    "claims-a-name-twice": (
        HOOK.format(arguments="", body="return [Family('twin', UniformMatroid)] * 2"),
        "the family name 'twin' is taken by itself",
    ),
    "forgets-to-return": (
        HOOK.format(arguments="", body="pass"),
        "matroidlab_families must return a list of Family records, got None",
    ),
    "returns-a-lone-record": (
        HOOK.format(arguments="", body="return Family('lone', UniformMatroid)"),
        "matroidlab_families must return a list of Family records, got Family(lone: size, rank)",
    ),
    "returns-no-records": (
        HOOK.format(arguments="", body="return [UniformMatroid]"),
        (
            "matroidlab_families must return Family records, "
            "got <class 'matroidlab.families.uniform.UniformMatroid'>"
        ),
    ),
    "returns-another-kind": (
        HOOK.format(arguments="", body="return [PolicyFamily('odd', UniformMatroid)]"),
        "matroidlab_families must return Family records, got PolicyFamily(odd: size, rank)",
    ),
    "raises-half-way": (
        HOOK.format(
            arguments="", body="yield Family('half', UniformMatroid); raise ValueError('enough')"
        ),
        "ValueError: enough",
    ),
    "names-it-badly": (
        HOOK.format(arguments="", body="return [Family('Bad Name', UniformMatroid)]"),
        "ValueError: a record's name must be lower-case letters, digits, - and _, got 'Bad Name'",
    ),
    "builds-nothing": (
        HOOK.format(arguments="", body="return [Family('nothing', 7)]"),
        "TypeError: a record's `build` must be callable, got 7",
    ),
}
SOUND = ("a-sound-one", "z-sound-one")  # loaded before and after all the others


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    for name in SOUND:
        write_distribution(folder, name, ONE_FAMILY.format(name=name))
    for name, (source, _) in BROKEN.items():
        write_distribution(folder, name, source)
    return folder


@pytest.fixture(scope="module")
def rows(shelf: Path) -> dict[str, dict[str, Any]]:
    """What `matroidlab plugins --json` says, by name."""
    command = [sys.executable, "-m", "matroidlab", "plugins", "--json"]
    done = subprocess.run(
        command, env=environment_with(shelf), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    return {row["name"]: row for row in json.loads(done.stdout)}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_reported_by_name_with_the_cause(
    name: str, rows: dict[str, dict[str, Any]]
) -> None:
    _, cause = BROKEN[name]
    row = rows[name]
    assert (row["kind"], row["distribution"], row["version"], row["state"]) == (
        "plugin",
        name,
        "1.0",
        "broken",
    )
    assert row["error"].startswith(f"plugin {name!r} of {name} 1.0 is broken: ")
    assert cause in row["error"]


def test_nothing_of_a_broken_plugin_is_offered_and_the_others_are(
    rows: dict[str, dict[str, Any]],
) -> None:
    working = {name for name, row in rows.items() if row["state"] == "ok"}
    assert {*SOUND, "uniform", "graphic"} <= working
    assert rows.keys() - working == BROKEN.keys()
    assert not {"lone", "twin", "odd", "half", "part", "nothing"} & rows.keys()


def test_importing_the_library_loads_no_plugin(shelf: Path) -> None:
    modules = {name.replace("-", "_") for name in (*SOUND, *BROKEN)}
    program = (
        "import matroidlab, sys; matroidlab.UniformMatroid(3, 2); "
        f"sys.exit(bool({modules} & sys.modules.keys()))"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", program], env=environment_with(shelf), check=False
        ).returncode
        == 0
    )


def test_the_table_for_people_shows_the_broken_ones_too(shelf: Path) -> None:
    command = [sys.executable, "-m", "matroidlab", "plugins"]
    done = subprocess.run(
        command, env=environment_with(shelf), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "\x1b" not in done.stdout
    for name, (_, cause) in BROKEN.items():
        assert f"plugin {name!r} of {name} 1.0 is broken: " in done.stdout
        assert cause in done.stdout


WAITS = """
import time
from pathlib import Path
try:
    Path({mark!r}).touch()
    while True:
        time.sleep(0.01)
except BaseException:
    raise
"""


def test_an_interrupt_of_the_user_while_a_plugin_loads_is_one(tmp_path: Path) -> None:
    mark = tmp_path / "loading"
    write_distribution(tmp_path, "waits", WAITS.format(mark=str(mark)))
    program = "import matroidlab.registry as registry; registry.families(); print('went on')"
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(
        command, env=environment_with(tmp_path), stdout=PIPE, stderr=PIPE, text=True
    )
    until(mark.exists)
    process.send_signal(signal.SIGINT)
    told_out, told_err = process.communicate(timeout=30)
    assert (process.returncode, told_out) == (-signal.SIGINT, "")
    assert told_err.rstrip().endswith("KeyboardInterrupt")


def test_families_warns_of_a_broken_plugin_where_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_distribution(tmp_path, "broken-in-process", "1 / 0")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.warns(
        PluginWarning, match="plugin 'broken-in-process' of broken-in-process 1.0 is broken"
    ) as caught:
        found = families()
    assert caught[0].filename == __file__
    assert "uniform" in found
