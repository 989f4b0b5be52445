"""Finished results are never deleted: they are used again, or put aside."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from matroidlab.errors import ConfigurationError
from matroidlab.work import Listener
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.result_files.results import Results, read_results
from matroidlab_experiments.running.running import run_experiment

TINY: dict[str, Any] = {
    "name": "tiny",
    "horizon": 60,
    "runs": 5,
    "block": 2,
    "checkpoints": 3,
    "matroid": {"family": "partition", "blocks": [[0, 1], [2, 3]]},
    "rewards": {"model": "bernoulli", "means": [0.9, 0.2, 0.7, 0.1]},
    "baseline": [1, 3],
    "policies": [{"policy": "iucb2"}, {"policy": "thompson"}],
}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("original")
    run_experiment(as_experiment(TINY), folder)
    return folder


@pytest.fixture
def finished(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "finished"))


def content(folder: Path) -> dict[str, bytes]:
    """All files of a folder, but for what was put aside."""
    files = [
        path
        for path in folder.rglob("*")
        if path.is_file() and "earlier" not in path.relative_to(folder).parts
    ]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def again(folder: Path, said: list[str], *, fresh: bool = False, **changes: object) -> Results:
    return run_experiment(
        as_experiment({**TINY, **changes}), folder, listener=Listener(said.append), fresh=fresh
    )


def regrets(results: Results) -> list[Any]:
    return [cell.runs_of("regret").tolist() for cell in results.cells]


@pytest.mark.parametrize(
    "changes",
    [
        {"baseline": [0, 1]},  # no basis
        {"rewards": {"model": "bernoulli", "means": [0.9, 0.2, 0.7]}},  # too short
        {"policies": [{"policy": "iucb2", "swap_size": 3}]},  # longer than a list
        {"swap_size": 3},
        {"policies": [{"policy": "conservative-ucb", "alpha": 7.0}]},
    ],
)
@pytest.mark.parametrize("fresh", [False, True])
def test_a_rejected_run_leaves_every_byte(
    finished: Path, changes: dict[str, Any], fresh: bool
) -> None:
    before = content(finished)
    with pytest.raises(ConfigurationError):
        again(finished, [], fresh=fresh, **changes)
    assert content(finished) == before
    assert not (finished / "earlier").exists()


@pytest.mark.parametrize("changes", [{"title": "A better name"}, {"figure": "comparison"}])
def test_what_only_the_page_shows_does_nothing_again(
    finished: Path, changes: dict[str, Any]
) -> None:
    before = content(finished)
    said = list[str]()
    results = again(finished, said, **changes)
    assert said == ["tiny: 6 of 6 blocks are already done"]
    after = content(finished)
    assert {name for name in before if before[name] != after[name]} == {"manifest.json"}
    assert getattr(read_results(finished).experiment, next(iter(changes))) == next(
        iter(changes.values())
    )
    assert regrets(results) == regrets(read_results(finished))


@pytest.mark.parametrize(
    ("changes", "kept", "blocks"),
    [
        ({"policies": [{"policy": "stay"}, {"policy": "thompson"}, {"policy": "iucb2"}]}, 6, 9),
        (
            {"policies": [{"policy": "iucb2", "label": "another label"}, {"policy": "thompson"}]},
            6,
            6,
        ),
        ({"runs": 9}, 4, 10),
    ],
)
def test_finished_blocks_are_found_wherever_they_stand_in_the_file(
    finished: Path, changes: dict[str, Any], kept: int, blocks: int
) -> None:
    said: list[str] = []
    before = {path.name: path.stat().st_mtime_ns for path in (finished / "blocks").iterdir()}
    again(finished, said, **changes)
    assert said[-1] == f"tiny: {kept} of {blocks} blocks are already done"
    after = {path.name: path.stat().st_mtime_ns for path in (finished / "blocks").iterdir()}
    assert len(before.items() & after.items()) == kept


def test_results_of_another_configuration_are_put_aside_whole(finished: Path) -> None:
    before = content(finished)
    said = list[str]()
    again(finished, said, seed=1)
    (message,) = said
    place = finished / "earlier" / "1"
    assert message.endswith(f"the earlier content of {finished} is now in {place}")
    assert content(finished / "earlier" / "1") == before
    assert read_results(finished / "earlier" / "1").experiment.seed == 0
    assert read_results(finished).experiment.seed == 1


def test_going_back_to_an_earlier_configuration_finds_its_blocks(finished: Path) -> None:
    before = regrets(read_results(finished))
    again(finished, [], seed=1)
    said: list[str] = []
    assert regrets(again(finished, said)) == before
    assert said[-1] == "tiny: 6 of 6 blocks are already done"
    assert read_results(finished / "earlier" / "2").experiment.seed == 1


def test_going_back_and_forth_puts_aside_each_configuration_once(finished: Path) -> None:
    for seed in (1, 0, 1, 0, 1):
        again(finished, [], seed=seed)
    assert sorted(path.name for path in (finished / "earlier").iterdir()) == ["1", "2"]
    assert [read_results(finished / "earlier" / name).experiment.seed for name in "12"] == [0, 1]


def test_fresh_does_everything_again_and_puts_aside_what_was_there(finished: Path) -> None:
    before = content(finished)
    said = list[str]()
    again(finished, said, fresh=True)
    assert not any("already done" in text for text in said)
    assert content(finished / "earlier" / "1") == before
    assert content(finished) == before  # the same bytes, made again
    originals = finished / "earlier" / "1" / "blocks"
    remade = finished / "blocks"
    assert all(not path.samefile(remade / path.name) for path in originals.iterdir())


def test_damaged_blocks_that_were_put_aside_are_not_brought_back(finished: Path) -> None:
    again(finished, [], seed=1)
    aside = sorted((finished / "earlier" / "1" / "blocks").iterdir())
    aside[0].write_bytes(aside[0].read_bytes()[:-1] + b"x")
    said: list[str] = []
    again(finished, said)
    assert said[-1] == "tiny: 5 of 6 blocks are already done"


def test_two_labels_of_one_policy_are_played_once(tmp_path: Path) -> None:
    table = {
        **TINY,
        "policies": [{"policy": "iucb2", "label": "A"}, {"policy": "iucb2", "label": "B"}],
    }
    results = run_experiment(as_experiment(table), tmp_path)
    assert regrets(results)[0] == regrets(results)[1]
    assert len(list((tmp_path / "blocks").iterdir())) == 3
