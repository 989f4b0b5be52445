"""A family whose `build` raises anything: the error names the plugin."""

import subprocess
import sys
from pathlib import Path

import pytest

from matroidlab.errors import PluginError, message_of
from matroidlab.registry import families
from support.distributions import environment_with, write_distribution

# What `build` does, and what is said of it.
BUILDS = {
    "exits": ("raise SystemExit(0)", "SystemExit: 0"),
    "divides": ("1 / 0", "ZeroDivisionError: division by zero"),
    "shouts": ("raise RuntimeError('\\x1b[2J')", r"RuntimeError: \x1b[2J"),
    "refuses": ("raise ValueError('size must be even')", "size must be even"),
}
BUILDING = (
    "from matroidlab import Family, hookimpl\n"
    "@hookimpl\ndef matroidlab_families():\n    return [{}]\n"
    + "".join(f"def {name}(size: int = 3):\n    {body}\n" for name, (body, _) in BUILDS.items())
)


@pytest.fixture(scope="module")
def builders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("builders")
    records = ", ".join(f"Family({name!r}, {name}, [{{}}])" for name in BUILDS)
    write_distribution(folder, "builders", BUILDING.format(records))
    return folder


@pytest.mark.parametrize("name", BUILDS)
def test_a_build_that_raises_anything_is_an_error_that_names_the_plugin(
    name: str, builders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(builders)
    with pytest.raises((PluginError, ValueError)) as caught:
        families()[name].build()
    assert BUILDS[name][1] in message_of(caught.value)
    assert f"family {name!r} of plugin 'builders' of builders 1.0" in message_of(caught.value)
    assert isinstance(caught.value, PluginError) == (name != "refuses")


def test_the_command_line_names_the_plugin_whose_build_raises(builders: Path) -> None:
    command = [sys.executable, "-m", "matroidlab", "check", "exits"]
    done = subprocess.run(
        command, env=environment_with(builders), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert (
        "Error: exits: family 'exits' of plugin 'builders' of builders 1.0: SystemExit: 0\n"
        in done.stderr
    )
