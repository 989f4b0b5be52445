"""Every public name is in the reference."""

import re
from importlib import import_module
from pathlib import Path

import pytest

REFERENCE = (Path(__file__).parents[1] / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
WHOLE = set(re.findall(r"automodule:: (\S+)", REFERENCE))
MODULES = (
    "matroidlab", "matroidlab.bandits", "matroidlab.catalogue", "matroidlab.constraint", "matroidlab.errors",
    "matroidlab.formats", "matroidlab.kernels", "matroidlab.orderability", "matroidlab.rewards", "matroidlab.serving",
    "matroidlab.serving.adapters", "matroidlab.serving.postgres", "matroidlab.simulation", "matroidlab.structure",
    "matroidlab.testing", "matroidlab.types",
)  # fmt: skip


def missing(module: str, reference: str) -> list[str]:
    """The names of a module that a reference does not mention, by any of the ways they are imported."""
    names = getattr(import_module(module), "__all__", ())
    told = set(re.findall(r"(?:auto\w+|py:\w+):: matroidlab(?:\.\w+)*\.(\w+)", reference))
    return sorted(set(names) - told - set(re.findall(r"`(\w+)`", reference)))


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_in_the_reference(module: str) -> None:
    assert module in WHOLE or missing(module, REFERENCE) == []


def test_a_name_that_is_left_out_is_found() -> None:
    assert missing("matroidlab.rewards", ".. autoclass:: matroidlab.rewards.Beta") == [
        "Bernoulli", "Empirical", "TruncatedGaussian",
    ]  # fmt: skip
