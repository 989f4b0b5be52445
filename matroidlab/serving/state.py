"""Everything that a service is, as plain data and arrays: for files, for snapshots, and to tell two services apart."""

import os
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits.statistics import Bounds
from matroidlab.errors import MatroidLabError, StateError
from matroidlab.kernels.learning import Seen
from matroidlab.nesting import build_matroid, describe
from matroidlab.registry import families
from matroidlab.serving.catalogue import Catalogue
from matroidlab.serving.engine import Counters, Engine, Outstanding
from matroidlab.serving.packing import packed, unpacked
from matroidlab.serving.pages import Fixed, Page, Slots, Top
from matroidlab.serving.rounds import Evidence, Round
from matroidlab.serving.segment import Segment
from matroidlab.serving.settings import Settings
from matroidlab.types import as_count

FORMAT = "matroidlab service"
VERSION = 1
"""Of the format of all this."""
COLUMNS = ("counts", "sums", "spreads", "lower", "upper")


class Part(NamedTuple):
    """A piece of the state that is written as a whole."""

    plain: Any
    arrays: Mapping[str, NDArray[Any]]

    def packed(self) -> bytes:
        """The same as bytes."""
        return packed(self.plain, self.arrays)


# -- the whole


def parts_of(engine: Engine) -> dict[str, Part]:
    """All parts by name; those of segments are ``segment/<number>``."""
    names = {f"segment/{index}": segment_part(engine.segments[index]) for index in sorted(engine.segments)}
    return {"service": service_part(engine), "catalogue": catalogue_part(engine.catalogue), **names}


def engine_of(service: Part, catalogue: Part, segments: Mapping[int, Part]) -> Engine:
    """The engine that such parts describe, or a `StateError`."""
    try:
        plain = service.plain
        if plain["format"] != FORMAT or plain["version"] > VERSION:
            raise StateError(f"it is version {plain['version']!r:.40} of a {plain['format']!r:.40}; known is up to {VERSION}")
        engine = Engine(Settings.of_plain(plain["settings"]), _catalogue(catalogue))
        if engine.settings.swap_size > engine.catalogue.matroid.rank:
            raise StateError(f"swap_size must be at most {engine.catalogue.matroid.rank}")
        _set_service(engine, service)
        for index, part in segments.items():
            as_count(index, name="segment", most=len(engine.settings.segments) - 1)
            engine.segments[index] = _segment(engine, index, part)
    except StateError:
        raise
    except (MatroidLabError, ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError) as error:
        raise StateError(f"the state is damaged: {type(error).__name__}: {error}") from None
    return engine


# -- the service: settings, counters, and lists that are outstanding


def service_part(engine: Engine) -> Part:
    """Everything but the catalogue and the segments."""
    lists = engine.outstanding
    items = [found.items for found in lists.values()]
    plain = {
        "format": FORMAT,
        "version": VERSION,
        "settings": engine.settings.plain(),
        "counters": engine.told(),
        "clock": engine.clock,
        "told": [[n, one.told, one.missing] for n, one in lists.items() if one.told is not None],
    }
    return Part(
        plain,
        {
            "numbers": np.array(list(lists), dtype=np.int64),
            "of_segment": np.array([one.segment for one in lists.values()], dtype=np.int64),
            "shown": np.array([one.shown for one in lists.values()], dtype=np.float64),
            "lengths": np.array(list(map(len, items)), dtype=np.int64),
            "items": np.concatenate([np.empty(0, dtype=np.int64), *items]).astype(np.int64),
        },
    )


def _set_service(engine: Engine, part: Part) -> None:
    plain, arrays = part.plain, part.arrays
    engine.counters = Counters(**{name: as_count(value, name=name) for name, value in plain["counters"].items()})
    engine.clock = float(plain["clock"])
    told = {number: (values, missing) for number, values, missing in plain["told"]}
    lengths = arrays["lengths"]
    _refuse(lengths.min(initial=1) < 1 or lengths.sum() != len(arrays["items"]), "lengths of lists do not add up")
    _check_items(arrays["items"], len(engine.catalogue.keys))
    _check_items(arrays["of_segment"], len(engine.settings.segments))
    _check_items(arrays["numbers"], engine.counters.lists)
    _refuse((np.diff(arrays["numbers"]) <= 0).any(), "numbers of lists are not in order")
    pieces = np.split(arrays["items"].astype(np.intp), np.cumsum(lengths)[:-1]) if len(lengths) else []
    columns = (arrays["numbers"].tolist(), arrays["of_segment"].tolist(), arrays["shown"].tolist())
    for number, segment, shown, items in zip(*columns, pieces, strict=True):
        values, missing = told.get(number, (None, None))
        _refuse(values is not None and len(values) != len(items), "an answer has another length than its list")
        engine.outstanding[number] = Outstanding(segment, items, shown, values, missing)
    for values, missing in told.values():
        for value in (*values, missing):
            _refuse(value is not None and not 0 <= value <= 1, f"a weight of an answer is {value!r:.40}")


# -- the catalogue


def catalogue_part(catalogue: Catalogue) -> Part:
    """Keys, slots, labels, the baseline."""
    plain = {
        "page": _plain_page(catalogue.page),
        "keys": catalogue.keys,
        "first": catalogue.first,
        "retired": sorted(catalogue.retired),
        "labels": catalogue.labels,
        "known_means": sorted(catalogue.known_means.items()),
        "version": catalogue.version,
    }
    return Part(plain, {"slots": catalogue.slots.astype(np.int64), "baseline": catalogue.baseline.astype(np.int64)})


def _catalogue(part: Part) -> Catalogue:
    plain, page = part.plain, _page(part.plain["page"])
    keys: list[str] = plain["keys"]
    _refuse(not all(type(key) is str for key in keys) or len(set(keys)) < len(keys), "keys are not distinct texts")
    slots, baseline = part.arrays["slots"].astype(np.intp), part.arrays["baseline"].astype(np.intp)
    _refuse(len(slots) != len(keys) or not 0 <= plain["first"] <= len(keys), "there are not as many slots as keys")
    _check_items(slots, len(page.rooms) if isinstance(page, Slots) else 1)
    _check_items(baseline, len(keys))
    made = Catalogue(page, keys, slots, baseline)
    made._check_baseline(baseline)
    made.first, made.version = plain["first"], as_count(plain["version"], name="version")
    made.retired = {as_count(item, name="retired", most=len(keys) - 1) for item in plain["retired"]}
    _refuse(bool(made.retired & set(baseline.tolist())), "a retired item is in the baseline")
    made.labels = {str(key): str(label) for key, label in plain["labels"].items()}
    made.known_means = {item: float(mean) for item, mean in plain["known_means"]}
    _refuse(not set(made.known_means) <= set(baseline.tolist()), "a known mean is not of the baseline")
    return made


def _plain_page(page: Page) -> dict[str, Any]:
    if isinstance(page, Slots):
        return {"kind": "slots", "rooms": list(page.rooms.items())}
    if isinstance(page, Top):
        return {"kind": "top", "count": page.count}
    assert isinstance(page, Fixed)
    return {"kind": "matroid", "matroid": describe(page.fixed, families())}


def _page(plain: Mapping[str, Any]) -> Page:
    kind = plain["kind"]
    if kind == "slots":
        return Slots(dict(plain["rooms"]))
    if kind == "top":
        return Top(plain["count"])
    if kind == "matroid":
        return Fixed(build_matroid(plain["matroid"], families()))
    raise StateError(f"there is no page of the kind {kind!r:.40}")


# -- segments


def segment_part(segment: Segment) -> Part:
    """What is known of one kind of visitors, the lists in hand, and the generator."""
    segment.refresh()
    beliefs = segment.policy.beliefs
    bounds, seen = beliefs.bounds, beliefs.settled
    columns = (seen.counts[0], seen.sums[0], seen.spreads[0], bounds.lower[0], bounds.upper[0])
    plain = {
        "clock": int(seen.clock[0]),
        "generator": segment.rng.bit_generator.state,
        "round": _plain_round(segment.round),
        "version": segment.version,
    }
    return Part(plain, dict(zip(COLUMNS, (column.copy() for column in columns), strict=True)))


def _segment(engine: Engine, index: int, part: Part) -> Segment:
    made, size = Segment(index, engine.catalogue, engine.settings), len(engine.catalogue.keys)
    columns = [part.arrays[name] for name in COLUMNS]
    length = len(columns[0])
    _refuse(any(column.shape != (length,) for column in columns) or length > size, "columns have wrong lengths")
    counts, sums, spreads, lower, upper = (column.reshape(1, -1) for column in columns)
    _refuse((counts < 0).any() or not ((sums >= 0) & (sums <= counts)).all(), "counts and sums do not fit")
    _refuse(not ((spreads >= 0) & (spreads <= counts)).all(), "spreads do not fit")
    clock = np.array([as_count(part.plain["clock"], name="clock")])
    seen = Seen(counts.astype(np.intp), sums, spreads, clock, np.zeros(1, dtype=np.intp))
    made.restore(seen, Bounds(lower, upper) if _fit(seen, lower, upper) else None)
    made.rng.bit_generator.state = part.plain["generator"]
    if part.plain["version"] == engine.catalogue.version and part.plain["round"] is not None:
        made.round = _round(part.plain["round"], size)
    return made


def _fit(seen: Seen, lower: NDArray[Any], upper: NDArray[Any]) -> bool:
    """Whether bounds may be what follows from what was seen: they hold the mean, and lie in [0, 1]."""
    at = seen.counts > 0
    means = seen.sums[at] / seen.counts[at]
    low, high = lower[at], upper[at]
    inside = (low >= 0) & (low <= means * (1 + 1e-12) + 1e-12) & (high >= means * (1 - 1e-12) - 1e-12) & (high <= 1)
    return bool(inside.all())


def _plain_round(found: Round | None) -> dict[str, Any] | None:
    if found is None or found.is_over:
        return None
    told = {name: getattr(found, name).tolist() for name in ("lists", "places", "trusted", "covered")}
    evidence = {name: [column.tolist() for column in getattr(found, name)] for name in ("seen", "against")}
    return {**told, **evidence, "order": found.order, "dealt": found.dealt}


def _round(plain: Mapping[str, Any], size: int) -> Round:
    told = {name: np.array(plain[name], dtype=np.intp) for name in ("lists", "places", "trusted", "covered")}
    _refuse(told["lists"].ndim != 2 or told["lists"].shape[1:] != told["trusted"].shape, "a round has no shape")
    _check_items(told["lists"], size)
    _check_items(told["trusted"], size)
    order, dealt = [int(i) for i in plain["order"]], as_count(plain["dealt"], name="dealt", most=len(told["lists"]))
    _refuse(bool(order) and sorted(order) != list(range(len(told["lists"]))), "the order of a round is none")
    evidence = {
        name: Evidence(np.array(plain[name][0], dtype=np.intp), np.array(plain[name][1], dtype=np.float64))
        for name in ("seen", "against")
    }
    return Round(**told, **evidence, order=order, dealt=dealt)


# -- files


def save_engine(engine: Engine, path: str | os.PathLike[str]) -> None:
    """Write a state to a file, at once or not at all."""
    parts, indexes = parts_of(engine), sorted(engine.segments)
    own = [parts[f"segment/{index}"] for index in indexes]
    stacked = {name: np.array([_padded(part.arrays[name], engine) for part in own]) for name in COLUMNS}
    columns = {name: column if own else np.zeros((0, 0), np.float64) for name, column in stacked.items()}
    service, catalogue = parts["service"], parts["catalogue"]
    plain = {
        "service": service.plain,
        "catalogue": catalogue.plain,
        "segments": [[index, part.plain] for index, part in zip(indexes, own, strict=True)],
    }
    _write(Path(path), packed(plain, {**columns, **service.arrays, **catalogue.arrays}))


def _padded(column: NDArray[Any], engine: Engine) -> NDArray[Any]:
    assert len(column) == len(engine.catalogue.keys)
    return column


def load_engine(path: str | os.PathLike[str]) -> Engine:
    """The engine that was saved, or a `StateError`."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise StateError(f"{path} cannot be read: {error.strerror}") from None
    plain, arrays = unpacked(content, str(path))
    try:
        segments = dict(_split(plain["segments"], arrays))
        return engine_of(Part(plain["service"], arrays), Part(plain["catalogue"], arrays), segments)
    except StateError as error:
        raise StateError(f"{path} cannot be read: {error}") from None
    except (TypeError, KeyError, ValueError, IndexError) as error:
        raise StateError(f"{path} cannot be read: {type(error).__name__}: {error}") from None


def _split(plain: list[Any], arrays: Mapping[str, NDArray[Any]]) -> Iterator[tuple[int, Part]]:
    for row, (index, told) in enumerate(plain):
        yield index, Part(told, {name: arrays[name][row] for name in COLUMNS})


def _write(path: Path, content: bytes) -> None:
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


# -- copies


def warmed_up(engine: Engine) -> None:
    """Do with a copy what requests do, so that all of it is compiled where it is to be."""
    copy = Engine(engine.settings, deepcopy(engine.catalogue))
    baseline = copy.catalogue.baseline.tolist()
    for unavailable in ([], [], baseline[:1] if len(copy.catalogue.keys) > len(baseline) else []):
        for _ in range(len(baseline) + 1):
            dealt = copy.recommend(0, unavailable, None, copy.clock)
            copy.observe(dealt.number, [1.0] * len(dealt.deal.items), None, copy.clock)
            copy.advance(copy.clock + (copy.settings.window or 0.0))
    segment_part(copy.segments[0])


def _check_items(items: NDArray[Any], size: int) -> None:
    _refuse(bool(items.size) and not 0 <= int(items.min()) <= int(items.max()) < size, "a number is out of range")


def _refuse(wrong: bool, why: str) -> None:
    if wrong:
        raise StateError(f"the state is damaged: {why}")
