"""The catalogue of a service as plain data and arrays, and back."""

import numpy as np

from matroidlab.types import as_count
from matroidlab_serving.catalogue import Catalogue
from matroidlab_serving.pages import page_of
from matroidlab_serving.parts import Part, check_items, refuse


def catalogue_part(catalogue: Catalogue) -> Part:
    """Keys, slots, labels, the baseline."""
    plain = {
        "page": catalogue.page.plain(),
        "keys": catalogue.keys,
        "first": catalogue.first,
        "retired": sorted(catalogue.retired),
        "labels": catalogue.labels,
        "known_means": sorted(catalogue.known_means.items()),
        "version": catalogue.version,
    }
    return Part(plain, {"slots": catalogue.slots.astype(np.int64), "baseline": catalogue.baseline.astype(np.int64)})


def catalogue_of(part: Part) -> Catalogue:
    """The catalogue that a part describes."""
    plain, page = part.plain, page_of(part.plain["page"])
    keys: list[str] = list(plain["keys"])
    refuse(not {str}.issuperset(map(type, keys)), "keys are not texts")
    refuse(len({"", *keys}) <= len(keys), "keys are not distinct, or one is empty")
    slots, baseline = part.arrays["slots"].astype(np.intp), part.arrays["baseline"].astype(np.intp)
    refuse(len(slots) != len(keys) or not 0 <= plain["first"] <= len(keys), "there are not as many slots as keys")
    check_items(slots, page.slot_count)
    check_items(baseline, len(keys))
    made = Catalogue(page, keys, slots, baseline)
    made.check_baseline(baseline)
    made.first, made.version = plain["first"], as_count(plain["version"], name="version")
    made.retired = {as_count(item, name="retired", most=len(keys) - 1) for item in plain["retired"]}
    refuse(bool(made.retired & set(baseline.tolist())), "a retired item is in the baseline")
    made.labels = {str(key): str(label) for key, label in plain["labels"].items()}
    made.known_means = {item: float(mean) for item, mean in plain["known_means"]}
    refuse(not set(made.known_means) <= set(baseline.tolist()), "a known mean is not of the baseline")
    return made
