"""Experiments that are too large are refused at once, before anything is built."""

import json
import subprocess
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from matroidlab.errors import ConfigurationError, ResultsError
from matroidlab.named_files import TEXT
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.configuration.size_limits import memory
from matroidlab_experiments.result_files.results import read_results
from matroidlab_experiments.running.running import run_experiment

BASE: dict[str, Any] = {
    "name": "large",
    "horizon": 100,
    "problem": {"name": "scaling", "rank": 2},
    "policies": [{"policy": "iucb1"}],
}
MILLION = {f"problem.{name}": list(range(100)) for name in ("rank", "gap", "size")}

TOO_LARGE: dict[str, tuple[dict[str, Any], str]] = {
    "runs": (
        {"runs": 10**12},
        r"runs: 1,000,000,000,000 runs in blocks of 20 are 50,000,000,000 blocks",
    ),
    "a block": (
        {"runs": 10**12, "block": 10**12},
        r"block: 1,000,000,000,000 runs together .* need 64,000\.0 GB",
    ),
    "a sweep": (
        {"sweep": MILLION},
        r"sweep: 1,000,000 combinations of its values, .* at most 10,000",
    ),
    "a horizon": (
        {"horizon": 10**13},
        r"horizon: 10,000,000,000,000 actions need 160,000\.0 GB of memory; ",
    ),
    "a swept horizon": (
        {"sweep": {"horizon": [9, 10**13]}},
        r"10,000,000,000,000 actions .* \(where horizon = 1",
    ),
    "checkpoints": (
        {"horizon": 10**9, "checkpoints": 10**9},
        r"checkpoints: 1,000,000,000 of 20 runs together need",
    ),
    "an integer": (
        {"seed": 10**4000},
        r"seed: an integer must fit in 64 bits, got one of 13,288 bits",
    ),
    "a date": (
        {"problem": {"name": "scaling", "rank": date(2017, 2, 1)}},
        r"problem\.rank: must be text, a number",
    ),
    "a nested integer": (
        {"problem": {"name": "scaling", "rank": [2**70]}},
        r"problem\.rank\.0: an integer must fit",
    ),
}


def nested(depth: int) -> Any:
    table: dict[str, Any] = {}
    for _ in range(depth):
        table = {"parent": table}
    return table


@pytest.mark.parametrize("what", TOO_LARGE)
def test_an_experiment_is_refused_with_its_number(what: str) -> None:
    changes, said = TOO_LARGE[what]
    started = time.process_time()
    with pytest.raises(ConfigurationError, match=said):
        as_experiment({**BASE, **changes})
    assert time.process_time() - started < 1


@pytest.mark.parametrize("depth", [65, 1000, 100_000])
def test_a_table_that_is_nested_too_deep_is_refused(depth: int) -> None:
    with pytest.raises(ConfigurationError, match="nested deeper than 64 tables and lists"):
        as_experiment({**BASE, "problem": nested(depth)})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"problem": {"name": "scaling", "rank": 10**6}},
            r"problem: a list of 1,000,000 with 1,000,000,000,000 items",
        ),
        (
            {"problem": {"name": "scaling", "rank": 2, "size": 10**10}},
            r"with 10,000,000,000 items is too large",
        ),
        (
            {"problem": {"name": "complete-graph", "vertices": 10**5}},
            r"100,000 vertices with 4,999,950,000 items",
        ),
        (
            {"problem": {"name": "scaling", "rank": 10**5, "size": 10**5}},
            r"block: 20 runs together of 100,000 lists of 100,000 items a round need 4,800\.0 GB",
        ),
    ],
)
def test_problems_and_lists_that_do_not_fit_are_refused_before_they_are_built(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    started = time.process_time()
    with pytest.raises(ConfigurationError, match=said):
        run_experiment(as_experiment({**BASE, **changes}), tmp_path / "results")
    assert time.process_time() - started < 2
    assert not (tmp_path / "results").exists()


TEXTS = {
    "an integer of 5,000 digits": (f"seed = {'7' * 5000}", "not valid TOML: .*digits"),
    "a hexadecimal integer": (
        f"seed = 0x{'f' * 5000}",
        "seed: an integer must fit in 64 bits, got one of 20,000 bits",
    ),
    "lists in lists": (f"baseline = {'[' * 1000}{']' * 1000}", "nested deeper than 64"),
    "tables in tables": (f"problem = {'{a=' * 1000}1{'}' * 1000}", "nested deeper than 64"),
    "a long path": (f"{'.'.join(['problem'] * 1000)} = 1", "nested deeper than 64"),
    "a large file": (f"title = '{'x' * TEXT}'", "more than 8,388,608 characters"),
    "runs": ("runs = 1_000_000_000_000", "50,000,000,000 blocks"),
}


@pytest.mark.parametrize("what", TEXTS)
def test_a_file_is_refused_with_the_reason(what: str, tmp_path: Path) -> None:
    text, said = TEXTS[what]
    rest = ['name = "x"', "horizon = 9", 'policies = [{policy = "omm"}]']
    rest += [] if text.startswith("problem") else ['problem = {name = "scaling", rank = 2}']
    (tmp_path / "large.toml").write_text("\n".join([*rest, text]))
    with pytest.raises(ConfigurationError, match=said) as caught:
        ExperimentBuilder.with_plugins().read(tmp_path / "large.toml")
    assert str(caught.value).startswith(str(tmp_path / "large.toml"))
    assert len(str(caught.value)) < 2000


def manifest(**changes: Any) -> str:
    configuration = {**BASE, **changes}
    return json.dumps(
        {"format": 1, "configuration": configuration, "versions": {}, "made_by": [{}], "blocks": {}}
    )


HOSTILE = {
    **{what: manifest(**{key: value for key, value in changes.items() if what != "an integer"})
       for what, (changes, _) in TOO_LARGE.items() if what != "a date"},
    "digits": f'{{"configuration": {{"seed": {"7" * 5000}}}}}',
    "depth": "[" * 100_000,
    "nesting": '{"configuration":' * 1000 + "{}" + "}" * 1000,
    "no table": "[1, 2]",
    "no configuration": '{"configuration": []}',
    "another format": manifest().replace('"format": 1', '"format": 2'),
    "versions": manifest().replace("[{}]", "[1]"),
    "no versions": manifest().replace("[{}]", "[]"),
    "a swept horizon": manifest(sweep={"horizon": ["long", 5]}),
    "swept policies": manifest(sweep={"policies": [5, [1]]}),
    "a large file": manifest(title="x" * 2 * TEXT),
    "many faults": manifest(problem=None, matroid={}, rewards={}, baseline=["x"] * 10**6),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_manifest_is_an_error_of_few_words(what: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(HOSTILE[what])
    started = time.process_time()
    with pytest.raises(ResultsError) as caught:
        read_results(tmp_path)
    assert time.process_time() - started < 2
    assert len(str(caught.value)) < 5000


def test_a_report_on_hostile_manifests_takes_little_memory(tmp_path: Path) -> None:
    for i, text in enumerate(HOSTILE.values()):
        (tmp_path / str(i)).mkdir()
        (tmp_path / str(i) / "manifest.json").write_text(text)
    program = (
        "import sys, resource\nfrom pathlib import Path\n"
        "from matroidlab_experiments.result_files.results import read_results\n"
        "from matroidlab.errors import ResultsError\n"
        "for folder in Path(sys.argv[1]).iterdir():\n"
        "    try:\n        read_results(folder)\n"
        "    except ResultsError:\n        print('refused')\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=True
    )
    *refused, used = done.stdout.split()
    assert refused == ["refused"] * len(HOSTILE)
    assert int(used) < 2**20  # in kilobytes; it was 10.9 GB


def test_the_memory_there_is_is_that_of_this_machine() -> None:
    there = memory()
    assert there is None or 2**28 < there < 2**50
