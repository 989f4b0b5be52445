"""Files of results from elsewhere: reading never fails, and blocks that were altered run again."""

import hashlib
import io
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ResultsError
from matroidlab.files import PLAIN, sealed
from matroidlab_experiments.configuration.experiment import as_experiment, cells
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder
from matroidlab_experiments.result_files.block_files import read_block, unsealed, write_block
from matroidlab_experiments.result_files.results import read_results
from matroidlab_experiments.running.lane_blocks import LaneBlock, blocks_of, run_block
from matroidlab_experiments.running.running import run_experiment

TINY: dict[str, Any] = {
    "name": "tiny",
    "horizon": 60,
    "runs": 2,
    "block": 2,
    "checkpoints": 3,
    "problem": {"name": "scaling", "rank": 8},
    "policies": [{"policy": "iucb2"}],
}


@pytest.fixture(scope="module")
def block() -> LaneBlock:
    experiment, builder = as_experiment(TINY), ExperimentBuilder.with_plugins()
    found = cells(experiment)
    (block,) = blocks_of(experiment, found, [builder.versions(cell.table) for cell in found])
    return block


@pytest.fixture(scope="module")
def content(block: LaneBlock, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("block")
    told = write_block(folder, block, run_block(block))
    written = (folder / block.name).read_bytes()
    assert told == hashlib.sha256(written).hexdigest()
    return written


def archive(content: bytes) -> bytes:
    """The file without its seal."""
    return content[:-66] + b"\0\0"


def text(plain: str) -> Any:
    return np.frombuffer(plain.encode(), dtype=np.uint8)


def resealed(block: LaneBlock, **changes: Any) -> bytes:
    """A file that somebody has sealed after putting other arrays in."""
    arrays = dict(run_block(block)) | {PLAIN: text(f'"{block.identity}"')} | changes
    file = io.BytesIO()
    np.savez(
        file,
        allow_pickle=True,
        **{name: array for name, array in arrays.items() if array is not None},
    )
    return sealed(file.getvalue())


def test_a_file_is_read_as_it_was_written_and_is_an_npz_for_everybody(
    block: LaneBlock, content: bytes
) -> None:
    arrays = unsealed(content, block)
    assert arrays is not None
    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        assert all(np.array_equal(stored[name], arrays[name]) for name in arrays)
    assert sealed(archive(content)) == content


def test_of_30_000_single_bits_none_can_be_flipped(block: LaneBlock, content: bytes) -> None:
    bits = np.random.default_rng(0).permutation(8 * len(content))[:30_000]
    assert len(bits) == 30_000
    for bit in bits.tolist():
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        assert unsealed(bytes(flipped), block) is None


def test_whatever_is_sealed_again_is_results_of_the_right_shape_or_none(
    block: LaneBlock, content: bytes
) -> None:
    inner, rng = archive(content), np.random.default_rng(1)
    for bit in rng.permutation(8 * len(inner))[:2000].tolist():
        flipped = bytearray(inner)
        flipped[bit // 8] ^= 1 << bit % 8
        arrays = unsealed(sealed(bytes(flipped)), block)
        assert arrays is None or arrays["regret"].shape == (2, 3)


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 66, 200, -1])
def test_a_cut_file_is_damaged(block: LaneBlock, content: bytes, length: int) -> None:
    assert unsealed(content[:length], block) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"regret": np.zeros((2, 4))},
        {"regret": np.zeros((3, 3))},
        {"regret": np.zeros((2, 3), dtype=np.float32)},
        {"regret": np.array([[None] * 3] * 2)},
        {"regret": None},
        {"steps": np.array([20, 40, 61])},
        {"counts": np.zeros((2, 5), dtype=np.int64)},
        {"counts": np.zeros((), dtype=np.int64)},
        {"swap_size": np.array([1])},
        {"violations": np.zeros((2, 3))},
        {"another": np.zeros(3)},
        {PLAIN: text(f'"{"0" * 64}"')},
        {PLAIN: text("[" * 10**5)},
        {PLAIN: np.array("0" * 64)},
        {PLAIN: None},
    ],
)
def test_arrays_that_are_not_what_the_configuration_says_are_refused(
    block: LaneBlock, changes: dict[str, Any]
) -> None:
    assert unsealed(resealed(block), block) is not None
    assert unsealed(resealed(block, **changes), block) is None


def test_what_is_compressed_or_stands_there_twice_takes_no_memory(block: LaneBlock) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("regret.npy", b"\0" * 10**7)
    assert unsealed(sealed(bomb.getvalue()), block) is None
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        header, {"descr": "<f8", "fortran_order": False, "shape": (10**12,)}
    )
    short = io.BytesIO()
    with zipfile.ZipFile(short, "w") as stored:
        stored.writestr("regret.npy", header.getvalue())
    assert unsealed(sealed(short.getvalue()), block) is None


@pytest.mark.parametrize("kind", ["pipe", "link", "folder", "device", "missing"])
def test_anything_but_a_file_is_refused_at_once(
    block: LaneBlock, content: bytes, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / block.name
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "link":
            (tmp_path / "elsewhere").write_bytes(content)
            path.symlink_to(tmp_path / "elsewhere")
        case "folder":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
    assert read_block(path, block) is None
    path.with_name("plain").write_bytes(content)
    assert read_block(path.with_name("plain"), block) is not None


def test_a_file_that_is_too_large_is_not_read(block: LaneBlock, tmp_path: Path) -> None:
    with (tmp_path / block.name).open("wb") as file:
        file.truncate(2**40)
    assert read_block(tmp_path / block.name, block) is None


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    run_experiment(as_experiment(TINY), tmp_path / "results")
    return tmp_path / "results"


def test_a_pipe_in_the_place_of_a_block_is_named_and_stays(finished: Path) -> None:
    (path,) = (finished / "blocks").iterdir()
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(ResultsError, match=f"{path.name}.* is not a file"):
        run_experiment(as_experiment(TINY), finished)
    assert path.is_fifo()


def test_a_link_in_the_place_of_a_block_is_done_again(finished: Path) -> None:
    (path,) = (finished / "blocks").iterdir()
    whole = path.read_bytes()
    shutil.move(path, finished / "moved")
    path.symlink_to(finished / "moved")
    with pytest.raises(ResultsError, match="missing or damaged"):
        read_results(finished)
    run_experiment(as_experiment(TINY), finished)
    assert path.read_bytes() == whole
    assert not path.is_symlink()


def test_sound_results_that_the_manifest_does_not_know_are_refused(
    finished: Path, block: LaneBlock
) -> None:
    better = resealed(block, regret=np.zeros((2, 3)))
    assert unsealed(better, block) is not None
    (finished / "blocks" / block.name).write_bytes(better)
    with pytest.raises(ResultsError, match="missing or damaged"):
        read_results(finished)
