"""Blocks are run where they are not done, kept as they finish, and resumed."""

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from matroidlab.errors import ConfigurationError, ExecutorError, PluginError, VersionError
from matroidlab.work import Listener, Measure, executor, fingerprint, refuse_others, run_blocks
from matroidlab.work.resumable import Kind
from support.work import Shelf, Square

FOUR = [Square(number) for number in range(4)]
SQUARES = {0: 0, 1: 1, 2: 4, 3: 9}


@pytest.mark.parametrize("name", ["serial", "local:1", "local:2"])
def test_every_executor_keeps_the_same_results(name: str) -> None:
    shelf = Shelf()
    run_blocks(FOUR, shelf, run=executor(name))
    assert shelf.kept == SQUARES


def test_what_is_kept_is_not_run_again_unless_everything_is_to_be_fresh() -> None:
    said = list[str]()
    calls = list[tuple[int, int]]()
    shelf = Shelf({1: 100, 3: 300})
    run_blocks(FOUR, shelf, listener=Listener(said.append, lambda *at: calls.append(at)))
    assert shelf.kept == {1: 100, 3: 300, 0: 0, 2: 4}
    assert said == ["2 of 4 blocks are already done"]
    assert calls == [(2, 4), (3, 4), (4, 4)]
    run_blocks(FOUR, shelf, listener=Listener(said.append), fresh=True)
    assert shelf.kept == SQUARES
    assert len(said) == 1


def test_progress_is_counted_as_the_measure_says() -> None:
    calls = list[tuple[int, int]]()
    listener = Listener(progress=lambda *at: calls.append(at))
    run_blocks(FOUR, Shelf({3: 9}), listener=listener, measure=Measure(14, lambda result: result))
    assert calls == [(9, 14), (9, 14), (10, 14), (14, 14)]


@pytest.mark.parametrize("name", ["serial", "local:1"])
def test_an_error_names_the_block_and_what_was_finished_is_kept(name: str) -> None:
    shelf = Shelf()
    with pytest.raises(ValueError, match="no square") as caught:
        run_blocks([Square(1), Square(2, "raise")], shelf, run=executor(name))
    assert caught.value.__notes__ == ["while squaring 2 in block 2.json"]
    run_blocks([Square(1, "raise"), Square(2)], shelf)
    assert shelf.kept == {1: 1, 2: 4}


@pytest.mark.parametrize("name", ["serial", "local:1"])
def test_code_that_exits_is_an_error_and_ends_no_process(name: str) -> None:
    with pytest.raises(PluginError, match="SystemExit: 3"):
        run_blocks([Square(1, "exit")], Shelf(), run=executor(name))


def test_a_pool_that_loses_a_process_is_rebuilt(tmp_path: Path) -> None:
    shelf = Shelf()
    blocks = [Square(1), Square(2, "die once", str(tmp_path / "mark")), Square(3)]
    run_blocks(blocks, shelf, run=executor("local:1"))
    assert shelf.kept == {1: 1, 2: 4, 3: 9}


def test_a_block_that_kills_every_process_is_named() -> None:
    with pytest.raises(ExecutorError, match=r"3 times in a row .* the next block is 7\.json"):
        run_blocks([Square(7, "die")], Shelf(), run=executor("local:1"))


def test_an_interrupt_while_results_are_kept_stops_the_workers() -> None:
    stopped = list[bool]()

    def run(blocks: Sequence[Kind]) -> Generator[tuple[Kind, Any], None, None]:
        try:
            for block in blocks:
                yield block, block.run()
        finally:
            stopped.append(True)

    class Interrupted(Shelf):
        def keep(self, block: Square, results: int) -> None:
            super().keep(block, results)
            raise KeyboardInterrupt

    shelf = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        run_blocks(FOUR, shelf, run=run)
    assert stopped == [True]
    assert shelf.kept == {0: 0}


@pytest.mark.parametrize("name", ["", "locl", "local:0", "local:x", "serial:2"])
def test_an_unknown_executor_is_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(ConfigurationError, match=r"must be serial, local, local:N, dask or"):
        executor(name)


def test_a_fingerprint_does_not_depend_on_the_order_of_keys() -> None:
    assert fingerprint({"a": 1, "b": [2]}) == fingerprint({"b": [2], "a": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})


def test_other_versions_are_refused_by_name() -> None:
    refuse_others({"numpy": "2.0"}, {"numpy": "2.0"}, "here")
    with pytest.raises(VersionError, match=r"here has numpy 2\.0 instead of 2\.1, x missing"):
        refuse_others({"numpy": "2.0"}, {"numpy": "2.1", "x": "1"}, "here")
