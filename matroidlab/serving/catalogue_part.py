"""The catalogue of a service as plain data and arrays, and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from matroidlab.errors import StateError
from matroidlab.nesting import build_matroid, describe
from matroidlab.registry import families
from matroidlab.serving.catalogue import Catalogue
from matroidlab.serving.pages import Fixed, Page, Slots, Top
from matroidlab.serving.parts import Part, check_items, refuse
from matroidlab.types import as_count


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


def catalogue_of(part: Part) -> Catalogue:
    """The catalogue that a part describes."""
    plain, page = part.plain, _page(part.plain["page"])
    keys: list[str] = list(plain["keys"])
    refuse(not {str}.issuperset(map(type, keys)), "keys are not texts")
    refuse(len({"", *keys}) <= len(keys), "keys are not distinct, or one is empty")
    slots, baseline = part.arrays["slots"].astype(np.intp), part.arrays["baseline"].astype(np.intp)
    refuse(len(slots) != len(keys) or not 0 <= plain["first"] <= len(keys), "there are not as many slots as keys")
    check_items(slots, len(page.rooms) if isinstance(page, Slots) else 1)
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
