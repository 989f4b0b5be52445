"""The catalogue of a service as plain data and arrays, and back."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import as_count
from matroidlab_serving.engine.arrivals import Arrivals
from matroidlab_serving.engine.changed_settings import ChangedSettings
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.pages import page_of
from matroidlab_serving.state.state_part import StatePart, check_numbers, refuse


def item_state(catalogue: ItemCatalogue) -> StatePart:
    """Return the state of a catalogue."""
    plain = {
        "page": catalogue.page.plain(),
        "keys": catalogue.keys,
        "first": catalogue.first,
        "retired": sorted(catalogue.retired),
        "labels": catalogue.labels,
        "with_half_of_delta": list(catalogue.with_half_of_delta),
        "known_means": sorted(catalogue.known_means.items()),
        "changed": catalogue.changed.plain(),
        "version": catalogue.version,
        "arrivals": catalogue.arrivals.plain(),
    }
    arrays: dict[str, NDArray[Any]] = {
        "slots": catalogue.slots.astype(np.int64),
        "baseline": catalogue.baseline.astype(np.int64),
        "versions": catalogue.arrivals.versions.astype(np.int64),
    }
    if catalogue.scores is not None:
        arrays["scores"] = catalogue.scores
    return StatePart(plain, arrays)


def catalogue_of(part: StatePart) -> ItemCatalogue:
    """Return the catalogue that a state describes."""
    plain = part.plain
    page = page_of(plain["page"])
    keys: list[str] = list(plain["keys"])
    refuse(not {str}.issuperset(map(type, keys)), "keys are not texts")
    refuse(len({"", *keys}) <= len(keys), "keys are not distinct, or one is empty")
    slots = part.arrays["slots"].astype(np.intp)
    baseline = part.arrays["baseline"].astype(np.intp)
    is_aligned = len(slots) == len(keys) and 0 <= plain["first"] <= len(keys)
    refuse(not is_aligned, "there are not as many slots as keys")
    check_numbers(slots, page.slot_count)
    check_numbers(baseline, len(keys))
    made = ItemCatalogue(page, keys, slots, baseline)
    made.check_baseline(baseline)
    made.first = plain["first"]
    made.changed = ChangedSettings.of_plain(plain["changed"])
    made.version = as_count(plain["version"], name="version")
    versions = part.arrays["versions"].astype(np.intp)
    refuse(versions.shape != slots.shape, "there are not as many versions as keys")
    check_numbers(versions, made.version + 1)
    made.arrivals = Arrivals.of_plain(plain["arrivals"], versions)
    last = len(keys) - 1
    made.retired = {as_count(item, name="retired", most=last) for item in plain["retired"]}
    of_baseline = set(baseline.tolist())
    refuse(bool(made.retired & of_baseline), "a retired item is in the baseline")
    made.labels = {str(key): str(label) for key, label in plain["labels"].items()}
    favoured = plain.get("with_half_of_delta", [])
    made.with_half_of_delta = tuple(as_count(item, name="item", most=last) for item in favoured)
    scores = part.arrays.get("scores")
    if scores is not None:
        is_column = scores.shape == (len(keys),) and np.isfinite(scores).all()
        refuse(not is_column, "scores do not fit")
        made.scores = scores
    made.known_means = {item: float(mean) for item, mean in plain["known_means"]}
    refuse(not set(made.known_means) <= of_baseline, "a known mean is not of the baseline")
    return made
