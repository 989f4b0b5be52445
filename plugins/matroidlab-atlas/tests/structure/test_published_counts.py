"""Every published count of the catalogue holds."""

import pytest

from atlas_support.published import SYMMETRIES
from matroidlab_atlas import structure
from matroidlab_atlas.catalogue import catalogue

COUNTS = {
    "circuits": lambda matroid: len(structure.circuits(matroid)),
    "flats": lambda matroid: len(structure.flats(matroid)),
    "automorphisms": lambda matroid: structure.automorphisms(matroid).order,
}
PUBLISHED = [
    (name, kind)
    for name, entry in catalogue.items()
    for kind in COUNTS
    if getattr(entry, kind) is not None
]


@pytest.mark.parametrize(("name", "kind"), PUBLISHED)
def test_a_published_count_holds(name: str, kind: str) -> None:
    assert COUNTS[kind](catalogue[name].matroid) == getattr(catalogue[name], kind)


def test_counts_of_all_kinds_are_there_and_agree_with_the_groups_that_have_names() -> None:
    assert {kind for _, kind in PUBLISHED} == set(COUNTS)
    assert len(PUBLISHED) > 30
    assert all(catalogue[name].automorphisms == order for name, order in SYMMETRIES.items())


@pytest.mark.parametrize("name", catalogue)
def test_size_rank_and_bases_are_those_of_the_entry(name: str) -> None:
    entry = catalogue[name]
    assert len(structure.bases(entry.matroid)) == entry.bases
    assert structure.name_of(entry.matroid) == entry.title
