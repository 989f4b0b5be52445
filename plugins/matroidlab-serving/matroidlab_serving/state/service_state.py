"""The whole state of a service as plain data and arrays."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import blake2b
from typing import Any

import numpy as np

from matroidlab.errors import MatroidLabError, StateError
from matroidlab.types import as_count
from matroidlab_serving.engine.answers import OutstandingList
from matroidlab_serving.engine.any_segment import new_segment
from matroidlab_serving.engine.counters import Counters
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.operation.control import changes_of_plain
from matroidlab_serving.operation.visitors import Visit
from matroidlab_serving.state.any_segment_state import check_segment
from matroidlab_serving.state.item_state import catalogue_of, item_state
from matroidlab_serving.state.outstanding_state import (
    as_pooled,
    check_outstanding,
    features_of,
)
from matroidlab_serving.state.prior_state import prior_part, set_prior
from matroidlab_serving.state.state_part import StatePart, refuse

FORMAT = "matroidlab service"
VERSION = 1
"""The version of this format."""


def state_parts(engine: Engine) -> dict[str, StatePart]:
    """Return all parts by name; those of segments are ``segment/<number>``."""
    segments = {f"segment/{index}": engine.segments.state(index) for index in engine.segments}
    return {
        "service": service_state(engine),
        "catalogue": item_state(engine.catalogue),
        **segments,
    }


def engine_of(
    service: StatePart, catalogue: StatePart, segments: Mapping[int, StatePart]
) -> Engine:
    """Return the engine that such parts describe, or raise a `StateError`."""
    try:
        plain = service.plain
        found = f"version {plain['version']!r:.40} of a {plain['format']!r:.40}"
        is_known = plain["format"] == FORMAT and plain["version"] == VERSION
        refuse(not is_known, f"it is {found}; this program reads version {VERSION}")
        engine = Engine(Settings.of_plain(plain["settings"]), catalogue_of(catalogue))
        rank = engine.catalogue.matroid.rank
        refuse(engine.settings.swap_size > rank, "swap_size is larger than a list")
        _set_service(engine, service)
        # Settings and items that cannot be served fail here, and not at the first request.
        new_segment(0, engine.catalogue, engine.first_settings)
        last = len(engine.settings.segments) - 1
        for index, part in segments.items():
            as_count(index, name="segment", most=last)
            check_segment(part, engine.catalogue, engine.first_settings)
            engine.segments.park(index, part)
    except StateError:
        raise
    except (
        MatroidLabError,
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        IndexError,
        OverflowError,
    ) as error:
        raise StateError(f"the state is damaged: {type(error).__name__}: {error}") from None
    return engine


def engine_at(engine: Engine, service: StatePart | None) -> Engine:
    """Return an engine of the same items without segments: in an earlier state, or at its start."""
    catalogue = catalogue_of(item_state(engine.catalogue))
    try:
        made = Engine(
            engine.first_settings
            if service is None
            else Settings.of_plain(service.plain["settings"]),
            catalogue,
        )
        if service is not None:
            _set_service(made, service)
    except (MatroidLabError, ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise StateError(f"the state is damaged: {type(error).__name__}: {error}") from None
    return made


def service_state(engine: Engine) -> StatePart:
    """Return everything except the catalogue and the segments."""
    lists = engine.outstanding.lists
    items = [found.items for found in lists.values()]
    plain: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "settings": engine.first_settings.plain(),
        "counters": asdict(engine.counters),
        "clock": engine.clock,
        "control": engine.control_changes,
        "watched": [
            [number, one.watched] for number, one in lists.items() if one.watched is not None
        ],
        "reserved": engine.numbers.reserved,
        "lost": [[numbers.start, numbers.stop] for numbers in engine.numbers.lost],
        "exported": engine.numbers.exported,
        "reported": [
            [number, one.reported, one.missing]
            for number, one in lists.items()
            if one.reported is not None
        ],
    }
    if engine.outcomes is not None:
        plain["outcomes"] = engine.outcomes.plain()
        plain["visits"] = [[number, *one.visit] for number, one in lists.items()]
    if engine.compared is not None:
        plain["compared"] = engine.compared.plain()
    shared = engine.catalogue.prior
    if shared is not None:
        plain["prior"] = prior_part(shared)
    arrays = {
        "numbers": np.array(list(lists), dtype=np.int64),
        "of_segment": np.array([one.segment for one in lists.values()], dtype=np.int64),
        "shown": np.array([one.shown_at for one in lists.values()], dtype=np.float64),
        "lengths": np.array(list(map(len, items)), dtype=np.int64),
        "items": np.concatenate([np.empty(0, dtype=np.int64), *items]).astype(np.int64),
    }
    if engine.settings.budget is not None:
        plain["costs"] = [[n, one.cost] for n, one in lists.items() if one.cost is not None]
    if engine.settings.promise == "average":
        plain["pooled"] = [one.pooled for one in lists.values()]
    if engine.settings.features is not None:
        shape = (len(lists), engine.settings.features.count)
        rows = [one.features for one in lists.values()]
        arrays["features"] = np.array(rows, dtype=np.float64).reshape(shape)
    return StatePart(plain, arrays)


def _set_service(engine: Engine, part: StatePart) -> None:
    plain = part.plain
    counters = {name: as_count(value, name=name) for name, value in plain["counters"].items()}
    engine.counters = Counters(**counters)
    engine.outstanding.clock = float(plain["clock"])
    for change in changes_of_plain(plain.get("control", [])):
        engine.set_control(change)
    engine.numbers.reserved = as_count(plain["reserved"], name="reserved")
    engine.numbers.lost = [
        range(as_count(first, name="lost"), stop) for first, stop in plain["lost"]
    ]
    engine.numbers.exported = as_count(
        plain["exported"], name="exported", most=engine.counters.lists
    )
    check_outstanding(engine, part)
    _set_compared(engine, plain)
    if engine.catalogue.prior is not None and plain.get("prior") is not None:
        set_prior(engine.catalogue.prior, plain["prior"])
    arrays = part.arrays
    lengths = arrays["lengths"]
    items = arrays["items"].astype(np.intp)
    lists = np.split(items, np.cumsum(lengths)[:-1]) if len(lengths) else []
    numbers = arrays["numbers"].tolist()
    segments = arrays["of_segment"].tolist()
    times = arrays["shown"].tolist()
    reported = {number: (values, missing) for number, values, missing in plain["reported"]}
    refuse(not reported.keys() <= set(numbers), "an answer is to no list")
    for values, missing in reported.values():
        for value in (*values, missing):
            is_weight = value is None or 0 <= value <= 1
            refuse(not is_weight, f"a weight of an answer is {value!r:.40}")
    features = features_of(engine, part, len(numbers))
    costs = {number: as_count(cost, name="cost") for number, cost in plain.get("costs", [])}
    pooled = plain.get("pooled", [None] * len(numbers))
    columns = zip(numbers, segments, times, lists, features, pooled, strict=True)
    for number, segment, shown, own, visitor, of_all in columns:
        values, missing = reported.get(number, (None, None))
        is_aligned = values is None or len(values) == len(own)
        refuse(not is_aligned, "an answer has another length than its list")
        cost = costs.get(number)
        found = OutstandingList(segment, own, shown, values, missing, features=visitor, cost=cost)
        found.pooled = as_pooled(engine, of_all, len(own))
        engine.outstanding.add(number, found)
    _set_outcomes(engine, plain)


def _set_outcomes(engine: Engine, plain: Mapping[str, Any]) -> None:
    lists = engine.outstanding.lists
    for number, watched in plain.get("watched", []):
        is_aligned = len(watched) == len(engine.settings.guardrails)
        refuse(number not in lists or not is_aligned, "a watched weight is of no list")
        refuse(
            not all(value is None or 0 <= value <= 1 for value in watched),
            f"watched weights are {watched!r:.40}",
        )
        lists[number].watched = watched
    if engine.outcomes is not None:
        engine.outcomes.restore(plain["outcomes"])
        for number, is_held_back, bucket in plain["visits"]:
            refuse(number not in lists, "a visit is of no list")
            lists[number].visit = Visit(is_held_back, bucket)


def _set_compared(engine: Engine, plain: Mapping[str, Any]) -> None:
    if plain.get("compared") is not None:
        # Services without a comparison do not need the other distribution.
        from matroidlab_serving.engine.comparing import ComparedLists  # noqa: PLC0415

        engine.compared = ComparedLists.of_plain(plain["compared"])


def made_of(engine: Engine) -> bytes:
    """Return a digest of the items and settings of a service, without the seed."""
    settings = engine.first_settings.plain()
    settings.pop("seed")
    catalogue = item_state(engine.catalogue)
    arrays = [array.tolist() for name, array in catalogue.arrays.items() if name != "scores"]
    text = json.dumps([settings, catalogue.plain], sort_keys=True) + repr(arrays)
    return blake2b(text.encode(), digest_size=16).digest()
