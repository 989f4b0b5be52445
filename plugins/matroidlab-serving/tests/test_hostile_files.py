"""Files that are damaged, that lie, or that are meant to do harm: refused, with a reason."""

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab.files import PLAIN, sealed
from matroidlab_serving.packing import packed, unpacked
from matroidlab_serving.state.service_state import state_parts
from serving_support.damaged import DAMAGES, loaded
from serving_support.served import small


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    service = small(window=50.0, segments=["de", "fr"], known_means={"b-1": 0.3})
    for i in range(60):
        shown = service.recommend("fr", now=float(i))
        service.observe(shown.token, {shown.items[0]: 1.0}, now=float(i))
    service.add("b-4", slot="books", now=61.0)
    for _ in range(50):
        service.recommend("fr", now=61.0)
        if state_parts(service._recorded.engine)["segment/1"].plain["round"]:
            break
    path = tmp_path_factory.mktemp("made") / "a"
    service.save(path)
    return path.read_bytes()


def put(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_or_holds_what_it_held(
    tmp_path: Path, content: bytes, damage: str
) -> None:
    state = loaded(put(tmp_path / "a", content))
    coins = random.Random(7)
    refused = 0
    assert state is not None
    for _ in range(150):
        found = loaded(put(tmp_path / "x", DAMAGES[damage](content, coins)))
        assert found in (None, state)
        refused += found is None
    assert refused > 100


def rewritten(content: bytes, change: Callable[[Any, dict[str, Any]], None]) -> bytes:
    """The same file with other content, and a digest that fits."""
    plain, arrays = unpacked(content)
    arrays = {name: array.copy() for name, array in arrays.items()}
    change(plain, arrays)
    return packed(plain, arrays)


def set_at(*path: Any, to: Any) -> Callable[[Any, dict[str, Any]], None]:
    def change(plain: Any, _arrays: dict[str, Any]) -> None:
        at = plain
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = to

    return change


def array_as(name: str, make: Callable[[Any], Any]) -> Callable[[Any, dict[str, Any]], None]:
    def change(_plain: Any, arrays: dict[str, Any]) -> None:
        arrays[name] = make(arrays[name])

    return change


LIES = {
    "a newer version": set_at("service", "version", to=2),
    "another format": set_at("service", "format", to="x"),
    "a version that is text": set_at("service", "version", to="1"),
    "no settings": set_at("service", "settings", to={}),
    "settings that are none": set_at("service", "settings", to=[]),
    "delta above 1": set_at("service", "settings", "delta", to=2.0),
    "no segments": set_at("service", "settings", "segments", to=[]),
    "fewer segments": set_at("service", "settings", "segments", to=["de"]),
    "a huge swap size": set_at("service", "settings", "swap_size", to=10**30),
    "a scale of text": set_at("service", "settings", "scale", to=["a", "b"]),
    "missing above 1": set_at("service", "settings", "missing", to=2.0),
    "a negative count": set_at("service", "counters", "lists", to=-1),
    "too few lists": set_at("service", "counters", "lists", to=3),
    "an unknown counter": set_at("service", "counters", "x", to=1),
    "a clock of text": set_at("service", "clock", to="x"),
    "an answer above 1": set_at("service", "reported", 0, 1, to=[2.0, None, None]),
    "an answer of text": set_at("service", "reported", 0, 1, to=["x", None, None]),
    "an answer that is too long": set_at("service", "reported", 0, 1, to=[1.0] * 9),
    "an answer to nothing": set_at("service", "reported", 0, to=[10**9, [1.0] * 3, None]),
    "keys twice": set_at("catalogue", "keys", 0, to="b-2"),
    "a key of number": set_at("catalogue", "keys", 0, to=5),
    "an empty key": set_at("catalogue", "keys", 0, to=""),
    "fewer keys": set_at("catalogue", "keys", to=["b-1"]),
    "no page": set_at("catalogue", "page", to={"kind": "x"}),
    "a page of code": set_at(
        "catalogue", "page", to={"kind": "matroid", "matroid": {"family": "os:system"}}
    ),
    "no room": set_at("catalogue", "page", "rooms", to=[["books", 0], ["films", 1]]),
    "more room than items": set_at(
        "catalogue", "page", "rooms", to=[["books", 10**9], ["films", 1]]
    ),
    "a retired baseline": set_at("catalogue", "retired", to=[0]),
    "a retired nobody": set_at("catalogue", "retired", to=[99]),
    "a known mean of a stranger": set_at("catalogue", "known_means", to=[[2, 0.5]]),
    "a known mean above 1": set_at("catalogue", "known_means", to=[[0, 5.0]]),
    "a known mean that is none": set_at("catalogue", "known_means", to=[[0, float(10**20)]]),
    "a first that is too large": set_at("catalogue", "first", to=99),
    "a first that is true": set_at("catalogue", "first", to=2.5),
    "a segment that is not there": set_at("segments", 0, 0, to=7),
    "a generator of another kind": set_at(
        "segments", 0, 1, "generator", "bit_generator", to="MT19937"
    ),
    "a generator of text": set_at("segments", 0, 1, "generator", "state", to="x"),
    "a round of strangers": set_at("segments", 0, 1, "round", "lists", to=[[99, 98, 97]]),
    "a round that is no basis": set_at("segments", 0, 1, "round", "lists", 0, to=[0, 0, 0]),
    "a round without places": set_at("segments", 0, 1, "round", "places", to=[]),
    "a round in strange places": set_at("segments", 0, 1, "round", "places", to=[7, 8, 9]),
    "a round of nothing": set_at("segments", 0, 1, "round", to={}),
    "a round that covers strangers": set_at("segments", 0, 1, "round", "covered", to=[99, 98, 97]),
    "a round that covers nothing": set_at("segments", 0, 1, "round", "covered", to=[]),
    "a round without evidence": set_at("segments", 0, 1, "round", "evidence", to=[[], [], [], []]),
    "a round with a strange order": set_at("segments", 0, 1, "round", "order", to=[5]),
    "a round that has no order": set_at("segments", 0, 1, "round", "order", to=[]),
    "a clock below 0": set_at("segments", 0, 1, "clock", to=-1),
    "plain data that is a list": lambda plain, _: plain.clear(),
    "sums above counts": array_as("sums", lambda a: a + 1e6),
    "sums that are no numbers": array_as("sums", lambda a: a * np.nan),
    "spreads that are too large": array_as("spreads", lambda a: a + 1e3),
    "spreads that are no numbers": array_as("spreads", lambda a: a * np.nan),
    "counts below 0": array_as("counts", lambda a: a - 1000),
    "counts of another shape": array_as("counts", lambda a: a.ravel()[:2]),
    "a baseline of strangers": array_as("baseline", lambda a: a + 100),
    "a baseline that is no basis": array_as("baseline", lambda a: a * 0),
    "slots that are not there": array_as("slots", lambda a: a + 5),
    "lists of strangers": array_as("items", lambda a: a + 100),
    "lengths that lie": array_as("lengths", lambda a: a + 1),
    "lengths that are huge": array_as("lengths", lambda a: a * 0 + 2**62),
    "numbers twice": array_as("numbers", lambda a: a * 0),
    "times that are no numbers": array_as("shown", lambda a: a * np.nan),
    "times of another length": array_as("shown", lambda a: a[1:]),
    "items that are floats": array_as("items", lambda a: a.astype(np.float64)),
    "items in two dimensions": array_as("items", lambda a: a.reshape(-1, 1)),
    "no items": lambda _, arrays: arrays.pop("items"),
    "no upper": lambda _, arrays: arrays.pop("upper"),
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_a_file_that_lies_is_refused_even_if_its_digest_fits(
    tmp_path: Path, content: bytes, lie: str
) -> None:
    assert loaded(put(tmp_path / "a", rewritten(content, LIES[lie]))) is None


def archive(members: dict[str, bytes], kind: int = zipfile.ZIP_STORED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", kind) as made:
        for name, member in members.items():
            made.writestr(name, member)
    return sealed(file.getvalue())


def npy(array: Any, **options: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, **options)
    return file.getvalue()


def header(shape: str, kind: str = "<i8") -> bytes:
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


class Bomb:
    def __reduce__(self) -> Any:
        return (pytest.fail, ("a pickle was opened",))


HOSTILE = {
    "a pickle": archive({"plain.npy": npy(np.array([Bomb()], dtype=object), allow_pickle=True)}),
    "a compressed member": archive(
        {"plain.npy": npy(np.zeros(10**7, dtype=np.uint8))}, zipfile.ZIP_DEFLATED
    ),
    "a size that lies": archive({"plain.npy": header("(1000000000000,)")}),
    "a size that overflows": archive({"plain.npy": header("(4294967296, 4294967296, 4294967296)")}),
    "a size below 0": archive({"plain.npy": header("(-1,)")}),
    "a shape that is none": archive({"plain.npy": header("'x'")}),
    "a shape of code": archive({"plain.npy": header("__import__('os')")}),
    "a header that is deep": archive({"plain.npy": header("(" * 5000)}),
    "a text array": archive({"plain.npy": npy(np.array(["x" * 50]))}),
    "a way out of the folder": archive({"../../plain.npy": npy(np.arange(3)), "/etc/passwd": b"x"}),
    "nothing": archive({}),
    "names twice": archive({"a": npy(np.arange(2)), "a.npy": npy(np.arange(2))}),
    "deep JSON": archive({"plain.npy": npy(np.frombuffer(b"[" * 200_000, dtype=np.uint8))}),
    "a member that is no array": archive({"plain.npy": b"hello"}),
    "an empty member": archive({"plain.npy": b""}),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_and_does_nothing(tmp_path: Path, kind: str) -> None:
    assert loaded(put(tmp_path / "a", HOSTILE[kind])) is None
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize("depth", [50, 2_000, 200_000])
def test_deep_json_is_refused_even_if_its_digest_fits(tmp_path: Path, depth: int) -> None:
    plain = np.frombuffer(b"[" * depth + b"]" * depth, dtype=np.uint8)
    assert loaded(put(tmp_path / "a", archive({f"{PLAIN}.npy": npy(plain)}))) is None
