"""Random numbers depend on the seed and on what is played, and on nothing else."""

from pathlib import Path
from typing import Any

import pytest

from matroidlab_experiments.configuration.experiment import Experiment, as_experiment, cells
from matroidlab_experiments.paper.reproduction import experiments_of
from matroidlab_experiments.running.lane_blocks import stream_of
from matroidlab_experiments.running.running import run_experiment

BASE: dict[str, Any] = {
    "name": "streams",
    "horizon": 40,
    "runs": 2,
    "problem": {"name": "scaling", "rank": 3},
    "policies": [{"policy": "iucb1", "swap_size": 2}],
}

GOLDEN = [
    (4131840510, 2774070914, 1439478534, 258564140),
    (962129586, 628237505, 1040833129, 3783599515),
    (3299617218, 4274567593, 2140790130, 695319084),
    (2922823338, 1499360666, 2936010128, 1316550568),
]
"""Of figure (b), policy by policy."""


def experiment(**changes: object) -> Experiment:
    return as_experiment({**BASE, **changes})


def streams(**changes: object) -> list[tuple[int, ...]]:
    return [stream_of(cell.table) for cell in cells(experiment(**changes))]


@pytest.mark.parametrize(
    "changes",
    [
        {"swap_size": 1},
        {"swap_size": 3},
        {"checkpoints": 7},
        {"title": "x"},
        {"first_look": True},
        {"figure": "price"},
    ],
)
def test_what_is_counted_kept_or_shown_changes_no_stream(changes: dict[str, object]) -> None:
    assert streams(**changes) == streams()


@pytest.mark.parametrize(
    "changes",
    [
        {"horizon": 41},
        {"first_look": False},
        {"problem": {"name": "scaling", "rank": 4}},
        {"policies": [{"policy": "iucb2", "swap_size": 2}]},
    ],
)
def test_what_is_played_changes_the_stream(changes: dict[str, object]) -> None:
    assert streams(**changes) != streams()


def test_the_same_game_is_played_however_it_is_counted(tmp_path: Path) -> None:
    one = run_experiment(experiment(swap_size=1, checkpoints=4), tmp_path / "one").cells[0]
    two = run_experiment(experiment(swap_size=2, checkpoints=8), tmp_path / "two").cells[0]
    for quantity in ("regret", "reward"):
        assert one.runs_of(quantity).tolist() == two.runs_of(quantity)[:, 1::2].tolist()
    assert (one.swap_size, two.swap_size) == (1, 2)


def test_streams_are_those_of_the_published_tables() -> None:
    """The documentation promises the same bytes to everybody who runs these experiments again."""
    (figure,) = experiments_of("b")
    assert [stream_of(cell.table) for cell in cells(figure)] == GOLDEN
