"""Commands in this process, with what they print on stdout and on stderr apart."""

from collections.abc import Mapping
from inspect import signature
from typing import Any

from click.testing import CliRunner, Result

from matroidlab.cli import main

# click 8.1 mixes the two by default; since 8.2 they are always kept apart.
SEPARATE: dict[str, Any] = (
    {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
)


def run(*arguments: str, env: Mapping[str, str | None] | None = None) -> Result:
    """Run ``matroidlab`` with these arguments."""
    return CliRunner(env=env, **SEPARATE).invoke(main, list(arguments))
