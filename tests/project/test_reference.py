"""The reference is complete: public names have pages, options have help, errors have examples."""

import doctest
import re
from pathlib import Path
from types import ModuleType

import click
import pytest
from reference import commands, index, keys, markdown
from reference.index import Index, Place, index_of
from reference.names import MODULES, imported_by, left_out, listed_on, pages_of, public_names
from reference.objects import Objects, docstring_of, kind_of

from matroidlab import errors
from matroidlab_experiments.configuration.experiment import Experiment

DOCS = Path(__file__).parents[2] / "docs"
OBJECTS = Objects.in_folder(DOCS / "reference")
GUIDES = [
    page
    for page in sorted(DOCS.rglob("*.md"))
    if page.relative_to(DOCS).parts[0] not in ("_build", "reference")
]


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_its_page(module: str) -> None:
    assert left_out(public_names(module), OBJECTS.listed) == []


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: str(page.relative_to(DOCS)))
def test_what_a_guide_imports_has_its_page(page: Path) -> None:
    assert left_out(imported_by(page.read_text(encoding="utf-8")), OBJECTS.listed) == []


def test_a_name_that_is_left_out_is_found() -> None:
    page = "```{objects} matroidlab\nUniformMatroid\nrewards.Beta\n```\n"
    assert left_out(public_names("matroidlab.rewards"), listed_on(page)) == [
        "matroidlab.rewards.Bernoulli",
        "matroidlab.rewards.Empirical",
        "matroidlab.rewards.TruncatedGaussian",
    ]


def test_an_object_with_two_names_needs_one_page() -> None:
    assert (
        left_out(["matroidlab.algorithms.closure", "matroidlab.simulation.warm_up"], OBJECTS.listed)
        == []
    )


def test_an_import_of_a_guide_is_found() -> None:
    text = ">>> from matroidlab.rewards import Beta, Bernoulli as Coin  # two\n"
    text += "from matroidlab import rewards\n"
    assert imported_by(text) == ["matroidlab.rewards.Beta", "matroidlab.rewards.Bernoulli"]


def test_every_object_is_listed_once() -> None:
    pages = [page.read_text(encoding="utf-8") for page in (DOCS / "reference").glob("*.md")]
    assert sorted(name for page in pages for name in listed_on(page)) == sorted(
        pages_of(DOCS / "reference")
    )


def test_no_two_pages_differ_in_capitals_only() -> None:
    files = {OBJECTS.file_of(name).lower() for name in OBJECTS.listed}
    assert len(files) == len(OBJECTS.listed)


def test_every_object_says_what_it_is() -> None:
    assert [name for name in OBJECTS.listed if not docstring_of(name)] == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("matroidlab.UniformMatroid", "class"),
        ("matroidlab.errors.FormatError", "exception"),
        ("matroidlab.kernels.keep", "function"),
        ("matroidlab.types.Elements", "type"),
        ("matroidlab_atlas.catalogue.catalogue", "data"),
    ],
)
def test_the_kind_of_an_object_is_that_of_its_definition(name: str, kind: str) -> None:
    assert kind_of(name) == kind


PLACE = Place("reference/api/page", "anchor", "function")
INDEX = Index(
    spellings=dict.fromkeys(("plan", "bases", "strong_bijection", "IUCB"), PLACE),
    members=frozenset({"plan", "strong_bijection"}),
    parameters=frozenset({"bases"}),
    first={"strong_bijection": "matroid"},
)


@pytest.mark.parametrize(
    "text", ["IUCB", "IUCB(matroid, delta=…)", "bases(matroid)", "strong_bijection(matroid, a, b)"]
)
def test_a_name_of_one_object_is_a_link(text: str) -> None:
    assert INDEX.find(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "plan",
        "plan()",
        "bases",
        "strong_bijection",
        "strong_bijection(a, b)",
        "iucb",
        "IUCB - 1",
        "pip install",
    ],
)
def test_a_name_that_may_mean_something_else_is_no_link(text: str) -> None:
    assert INDEX.find(text) is None


def test_every_option_has_a_help_text() -> None:
    assert commands.without_help() == []


def test_an_option_without_a_help_text_is_found() -> None:
    silent = click.Group(
        commands=[click.Command("go", params=[click.Option(["--far"])], help="Go.")]
    )
    assert commands.without_help(silent) == ["matroidlab go --far"]


def test_every_key_of_an_experiment_has_a_description() -> None:
    assert [key for key in Experiment.model_fields if not keys.description(key)] == []


def example_of(error: str, page: str) -> bool:
    """Whether a page has a section on an error, and a block of code in it that shows the error."""
    section = re.search(rf"^### {error}\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
    blocks = (
        re.findall(r"^```(?:python|console)\n(.*?)^```", section[1], re.MULTILINE | re.DOTALL)
        if section
        else []
    )
    return any(error in block or "Error: " in block for block in blocks)


ERRORS = [
    name
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, Exception)
]


@pytest.mark.parametrize("error", [name for name in ERRORS if name != "MatroidLabError"])
def test_every_error_is_shown_by_an_example(error: str) -> None:
    assert example_of(error, (DOCS / "reference" / "errors.md").read_text(encoding="utf-8"))


def test_an_error_without_an_example_is_found() -> None:
    assert not example_of(
        "FarError", "### FarError\n\nIt is far.\n\n### NearError\n\n```python\nFarError\n```\n"
    )


def test_a_public_object_is_found_by_each_of_its_names() -> None:
    described = {
        "matroidlab.closure": PLACE,
        "matroidlab.bandits.IUCB.plan": PLACE._replace(kind="method"),
    }
    found = index_of(described, {"matroidlab.closure": "algorithms"})
    assert {
        found.find(name) for name in ("closure", "matroidlab.closure", "algorithms.closure")
    } == {PLACE}
    assert found.find("IUCB.plan") == described["matroidlab.bandits.IUCB.plan"]
    assert found.find("plan") is None


@pytest.mark.parametrize("module", [index, keys, markdown], ids=lambda module: module.__name__)
def test_examples_of_the_machinery_are_true(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted
    assert not results.failed
