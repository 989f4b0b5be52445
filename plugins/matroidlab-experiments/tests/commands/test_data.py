"""`matroidlab data`, the real program, on a machine without data and without a network."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MATROIDLAB = str(Path(sys.executable).with_name("matroidlab"))
# Nothing listens at the discard port of this machine.
UNREACHABLE = dict.fromkeys(
    ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9"
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def run(home: Path, *command: str, **more: str) -> "subprocess.CompletedProcess[str]":
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("MATROIDLAB_ML1M", "NO_PROXY")
    }
    environment |= (
        {name: str(home) for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA")}
        | UNREACHABLE
        | more
    )
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_without_the_licence_accepted_the_terms_are_shown_and_nothing_happens(home: Path) -> None:
    done = run(home, MATROIDLAB, "data", "fetch")
    assert done.returncode == 2
    assert "may not pass the data on to others without permission" in done.stdout
    assert "matroidlab data fetch --accept-licence" in done.stdout
    assert done.stderr == ""
    assert not home.exists()


def test_without_a_network_the_failure_says_what_to_do_by_hand(home: Path, tmp_path: Path) -> None:
    done = run(
        home,
        MATROIDLAB,
        "data",
        "fetch",
        "ml-1m",
        "--accept-licence",
        "--to",
        str(tmp_path / "there"),
    )
    assert done.returncode == 1
    assert done.stdout == ""
    error, advice = done.stderr.splitlines()
    assert error.startswith(
        "Error: could not fetch https://files.grouplens.org/datasets/movielens/ml-1m.zip: "
    )
    assert f"put ratings.dat and movies.dat into {tmp_path / 'there'}" in advice
    assert "--ratings DIR" in advice
    assert "Traceback" not in done.stderr
    assert list((tmp_path / "there").iterdir()) == []


def test_an_unknown_data_set_is_refused(home: Path) -> None:
    done = run(home, MATROIDLAB, "data", "fetch", "ml-2m", "--accept-licence")
    assert done.returncode == 2
    assert "'ml-2m' is not 'ml-1m'" in done.stderr


def test_where_shows_the_places_and_what_is_there(home: Path, tmp_path: Path) -> None:
    rows = json.loads(run(home, MATROIDLAB, "data", "where", "--json").stdout)
    assert [row["state"] for row in rows] == ["not set", "not there"]
    cache = Path(rows[1]["directory"])
    assert home in cache.parents
    cache.mkdir(parents=True)
    for name in ("ratings.dat", "movies.dat"):
        (cache / name).touch()
    done = run(home, MATROIDLAB, "data", "where", MATROIDLAB_ML1M=str(tmp_path / "none"))
    assert done.stdout.splitlines() == [
        f"environment variable MATROIDLAB_ML1M: not there {tmp_path / 'none'}",
        f"cache: found {cache}",
    ]


@pytest.mark.parametrize("arguments", [["fetch", "ml-1m"], ["where"]])
def test_without_the_plugin_the_command_says_what_to_install(
    home: Path, arguments: list[str]
) -> None:
    program = (
        "import sys; sys.modules['matroidlab_movielens'] = None; "
        "from matroidlab.cli import main; main()"
    )
    done = run(home, sys.executable, "-c", program, "data", *arguments)
    assert done.returncode == 1
    assert done.stderr.startswith(
        "Error: matroidlab-movielens is not installed; it is a plugin of its own: pip install"
    )


def test_without_pooch_the_command_says_what_to_install(home: Path) -> None:
    program = "import sys; sys.modules['pooch'] = None; from matroidlab.cli import main; main()"
    done = run(home, sys.executable, "-c", program, "data", "fetch", "ml-1m", "--accept-licence")
    assert done.returncode == 1
    assert "is not installed: `pip install 'matroidlab-movielens[data]'`" in done.stderr
    assert "By hand: download" in done.stderr
