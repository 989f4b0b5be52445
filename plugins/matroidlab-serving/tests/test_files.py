"""Saved services: the same again, bit for bit, and whatever else is in a file is refused with a
reason.
"""

import json
import os
import stat
from pathlib import Path

import numpy as np
import pytest

from matroidlab.errors import ServingError, StateError
from matroidlab_serving import Service
from serving_support.served import small, state_of, teach


def test_a_service_that_is_loaded_goes_on_as_if_it_had_never_been_saved(tmp_path: Path) -> None:
    for options in (
        {},
        {"window": 3.0, "dealing": "independent"},
        {"proposal": "optimistic", "segments": ["a", "b"]},
    ):
        service = small(**options)
        segment = "b" if "segments" in options else None
        for _ in range(40):
            shown = service.recommend(segment, now=0.0)
            service.observe(shown.token, {}, 0.5, now=0.0)
        service.recommend(segment, now=0.0)
        service.save(tmp_path / "a.npz")
        again = Service.load(tmp_path / "a.npz")
        assert state_of(again) == state_of(service)
        for _ in range(10):
            assert (
                again.recommend(segment, now=9.0).to_json()
                == service.recommend(segment, now=9.0).to_json()
            )


def test_the_same_service_is_saved_as_the_same_bytes(tmp_path: Path) -> None:
    service = small()
    teach(service, 20)
    service.save(tmp_path / "a")
    Service.load(tmp_path / "a").save(tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"], (
        "nothing is left beside them"
    )


def test_there_is_no_pickle_and_nothing_compressed_in_a_file(tmp_path: Path) -> None:
    service = small()
    teach(service, 20)
    service.save(tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz", allow_pickle=False) as arrays:
        kinds = {arrays[name].dtype.kind for name in arrays}
        told = json.loads(arrays["plain"].tobytes())
    assert kinds <= {"i", "u", "f"}
    assert told["service"]["format"] == "matroidlab service"
    assert told["service"]["version"] == 1


def test_a_file_that_cannot_be_written_leaves_the_one_before(tmp_path: Path) -> None:
    small().save(tmp_path / "a")
    before = (tmp_path / "a").read_bytes()
    (tmp_path / "b").mkdir()
    with pytest.raises(StateError, match="b is not a saved service, so it is not replaced"):
        small().save(tmp_path / "b")
    with pytest.raises(OSError, match="No such file"):
        small().save(tmp_path / "none" / "a")
    assert (tmp_path / "a").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_what_is_no_saved_service_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("hello")
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    np.savez(tmp_path / "other.npz", a=np.arange(3))
    for name in ("empty", "text", "nowhere", "none", ".", "other.npz"):
        with pytest.raises(StateError, match="cannot be read"):
            Service.load(tmp_path / name)
    with pytest.raises(StateError, match="null"):
        Service.load("a\0b")


def test_a_function_is_not_saved_and_has_to_be_given_again(tmp_path: Path) -> None:
    small(proposal=lambda _: ["f-2"]).save(tmp_path / "a")
    with pytest.raises(ServingError, match="give proposal=function again"):
        Service.load(tmp_path / "a")
    assert "f-2" in Service.load(tmp_path / "a", proposal=lambda _: ["f-2"]).recommend().items


def test_a_file_that_is_not_a_saved_service_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("my thesis")
    (tmp_path / "empty").touch()
    np.savez(tmp_path / "other.npz", plain=np.arange(3), digest=np.arange(3))
    for name in ("text", "empty", "other.npz"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(StateError, match="is not a saved service, so it is not replaced"):
            small().save(tmp_path / name)
        assert (tmp_path / name).read_bytes() == before
    small().save(tmp_path / "a")
    small(seed=8).save(tmp_path / "a")
    assert state_of(Service.load(tmp_path / "a")) == state_of(small(seed=8))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_not_a_file_is_never_replaced(tmp_path: Path) -> None:
    """As root, saving to /dev/null put a file in the place of the device."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "folder", "link"):
        with pytest.raises(StateError, match="is not a saved service, so it is not replaced"):
            small().save(tmp_path / name)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert (tmp_path / "link").is_symlink()


def test_the_folder_of_a_saved_service_is_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bool] = []
    sync = os.fsync

    def noted(descriptor: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(descriptor).st_mode))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    small().save(tmp_path / "a")
    assert synced == [False, True], "the file first, then the folder that names it"
