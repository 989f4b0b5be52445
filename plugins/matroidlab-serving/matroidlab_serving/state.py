"""Everything that a service is, as plain data and arrays: for files, for snapshots, and to tell two services apart."""

from collections.abc import Mapping

import numpy as np

from matroidlab.errors import MatroidLabError, StateError
from matroidlab.types import as_count
from matroidlab_serving.catalogue_part import catalogue_of, catalogue_part
from matroidlab_serving.engine import Counters, Engine, Outstanding
from matroidlab_serving.parts import Part, check_items, refuse
from matroidlab_serving.segment_part import segment_of, segment_part
from matroidlab_serving.settings import Settings

FORMAT = "matroidlab service"
OUTSTANDING: Mapping[str, type[np.generic]] = {
    "numbers": np.int64,
    "of_segment": np.int64,
    "shown": np.float64,
    "lengths": np.int64,
    "items": np.int64,
}
"""The columns of lists that are not learnt yet."""
VERSION = 1
"""Of the format of all this."""


def parts_of(engine: Engine) -> dict[str, Part]:
    """All parts by name; those of segments are ``segment/<number>``."""
    names = {f"segment/{index}": segment_part(engine.segments[index]) for index in sorted(engine.segments)}
    return {"service": service_part(engine), "catalogue": catalogue_part(engine.catalogue), **names}


def engine_of(service: Part, catalogue: Part, segments: Mapping[int, Part]) -> Engine:
    """The engine that such parts describe, or a `StateError`."""
    try:
        plain = service.plain
        told = f"version {plain['version']!r:.40} of a {plain['format']!r:.40}"
        refuse(plain["format"] != FORMAT or plain["version"] > VERSION, f"it is {told}; known is up to {VERSION}")
        engine = Engine(Settings.of_plain(plain["settings"]), catalogue_of(catalogue))
        refuse(engine.settings.swap_size > engine.catalogue.matroid.rank, "swap_size is larger than a list")
        _set_service(engine, service)
        for index, part in segments.items():
            as_count(index, name="segment", most=len(engine.settings.segments) - 1)
            engine.segments[index] = segment_of(index, part, engine.catalogue, engine.settings)
    except StateError:
        raise
    except (MatroidLabError, ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError) as error:
        raise StateError(f"the state is damaged: {type(error).__name__}: {error}") from None
    return engine


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
    for name, kind in OUTSTANDING.items():
        refuse(arrays[name].ndim != 1 or arrays[name].dtype != kind, f"{name} is no column of {np.dtype(kind)}")
    lengths = arrays["lengths"]
    refuse(lengths.min(initial=1) < 1 or lengths.sum() != len(arrays["items"]), "lengths of lists do not add up")
    check_items(arrays["items"], len(engine.catalogue.keys))
    check_items(arrays["of_segment"], len(engine.settings.segments))
    check_items(arrays["numbers"], engine.counters.lists)
    refuse(bool((np.diff(arrays["numbers"]) <= 0).any()), "numbers of lists are not in order")
    refuse(not told.keys() <= set(arrays["numbers"].tolist()), "an answer is to no list")
    times = np.append(arrays["shown"], engine.clock)
    refuse(not (np.isfinite(times).all() and (np.diff(times) >= 0).all()), "times are not in order")
    pieces = np.split(arrays["items"].astype(np.intp), np.cumsum(lengths)[:-1]) if len(lengths) else []
    columns = (arrays["numbers"].tolist(), arrays["of_segment"].tolist(), arrays["shown"].tolist())
    for number, segment, shown, items in zip(*columns, pieces, strict=True):
        values, missing = told.get(number, (None, None))
        refuse(values is not None and len(values) != len(items), "an answer has another length than its list")
        engine.outstanding[number] = Outstanding(segment, items, shown, values, missing)
    for values, missing in told.values():
        for value in (*values, missing):
            refuse(value is not None and not 0 <= value <= 1, f"a weight of an answer is {value!r:.40}")
