"""Named matroids as a family: laws, values, plain data, bad names, and building on first use."""

import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_support.isomorphism import are_isomorphic
from matroidlab import Dual, GraphicMatroid, max_weight_basis
from matroidlab.errors import InvalidMatroidError, UnknownNameError
from matroidlab.protocol import Batched, Listed, Orderability, Tabulated, graph_edges_of, offered
from matroidlab.registry import families
from matroidlab.registry.nested_families import build_matroid, describe
from matroidlab.testing import check_matroid
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.catalogue import Entry, catalogue
from support.named import NAMED, Named

OUR_NAMES = {"M(K4)": "k4", "Fano": "fano", "Vamos": "vamos", "AG(3,2)": "ag32", "P8": "p8"}


@pytest.mark.parametrize("name", [name for name, entry in catalogue.items() if entry.size <= 8])
def test_named_matroids_keep_every_law(name: str) -> None:
    """The larger ones in ``slow/test_catalogue_laws.py``."""
    check_matroid(NamedMatroid(name), family=families()["named"])


@pytest.mark.parametrize("judge", NAMED, ids=lambda judge: judge.name)
def test_those_that_the_tests_have_definitions_of_are_these(judge: Named) -> None:
    assert are_isomorphic(NamedMatroid(OUR_NAMES[judge.name]), judge.matroid)


@pytest.mark.parametrize("name", catalogue)
def test_plain_data_makes_an_equal_matroid(name: str) -> None:
    matroid = NamedMatroid(name)
    known = families()
    table = {"family": "named", "name": name}
    assert describe(matroid, known) == table
    assert build_matroid(table, known) == matroid


def test_a_wheel_comes_from_a_graph_that_it_knows() -> None:
    assert graph_edges_of(NamedMatroid("wheel4")) is not None
    check_matroid(NamedMatroid("wheel4"))


def test_a_named_matroid_nests_in_constructions() -> None:
    table = {"family": "dual", "parent": {"family": "named", "name": "fano"}}
    built = build_matroid(table, families())
    assert built == Dual(NamedMatroid("fano"))
    assert describe(built, families()) == table


def test_it_is_a_value_that_prints_as_its_call() -> None:
    fano = NamedMatroid("fano")
    assert repr(fano) == "NamedMatroid(name='fano')"
    assert fano == NamedMatroid("fano") != NamedMatroid("non-fano")
    assert len({fano, NamedMatroid("fano")}) == 1
    assert pickle.loads(pickle.dumps(fano)) == fano


@given(name=st.sampled_from(list(catalogue)), data=st.data())
def test_a_named_matroid_answers_as_the_matroid_that_it_names(
    name: str, data: st.DataObject
) -> None:
    matroid = NamedMatroid(name)
    weights = data.draw(st.lists(st.integers(0, 3), min_size=matroid.size, max_size=matroid.size))
    basis = max_weight_basis(matroid, weights)
    incoming = max_weight_basis(matroid, weights[::-1])
    assert basis.tolist() == max_weight_basis(matroid.matroid, weights).tolist()
    assert (
        matroid.swaps(basis, incoming).tolist() == matroid.matroid.swaps(basis, incoming).tolist()
    )


def test_what_a_graph_offers_its_name_offers_too() -> None:
    k5 = NamedMatroid("k5")
    assert isinstance(k5.matroid, GraphicMatroid)
    assert offered(k5, Batched) is not None
    assert offered(k5, Orderability) is not None
    assert k5.element_names == k5.matroid.element_names
    assert offered(k5, Listed) is None


def test_what_a_list_of_bases_offers_its_name_offers_too() -> None:
    vamos = NamedMatroid("vamos")
    listed = offered(vamos, Listed)
    assert listed is not None
    assert len(listed.basis_masks) == 65
    assert offered(vamos, Tabulated) is not None


@pytest.mark.parametrize("entry", catalogue.values(), ids=catalogue)
def test_every_title_and_every_part_of_it_names_the_matroid(entry: Entry) -> None:
    for title in (entry.title, entry.title.upper(), *entry.title.split(", ")):
        assert NamedMatroid(title) == NamedMatroid(entry.name)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("AG(3,2)", "ag32"),
        ("U(2, 4)", "u24"),
        ("M(K4)", "k4"),
        ("M(W3)", "k4"),
        ("PG(2,3)", "pg23"),
        ("F7*", "fano-dual"),
        ("Golay", "s5612"),
    ],
)
def test_what_the_literature_writes_is_understood(written: str, name: str) -> None:
    assert NamedMatroid(written).name == name
    assert build_matroid({"family": "named", "name": written}, families()) == NamedMatroid(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("phano", "there is no named matroid 'phano'; did you mean 'fano'?"),
        ("AG(5,2)", "there is no named matroid 'AG(5,2)'; did you mean 'ag32'?"),
        ("M(K7)", "there is no named matroid 'M(K7)'; did you mean 'k5'?"),
        ("Golai", "there is no named matroid 'Golai'; did you mean 's5612'?"),
        ("Vámos", "there is no named matroid 'Vámos'; did you mean 'vamos'?"),
        ("", "there is no named matroid ''; known: u24, "),
        ("xyzzy", "there is no named matroid 'xyzzy'; known: u24, "),
        (7, "name must be a text, got 7"),
        (None, "name must be a text, got None"),
    ],
)
def test_a_name_that_there_is_not_is_refused_with_the_nearest(name: str, message: str) -> None:
    with pytest.raises(InvalidMatroidError) as refused:
        NamedMatroid(name)
    assert str(refused.value).startswith(message)


def test_the_catalogue_is_a_read_only_mapping_the_small_ones_first() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'petersen'"):
        catalogue["peterson"]
    with pytest.raises(TypeError):
        catalogue["mine"] = catalogue["fano"]  # type: ignore[index]
    assert list(catalogue) == sorted(
        catalogue, key=lambda name: (catalogue[name].size, catalogue[name].rank)
    )
    assert repr(catalogue) == f"<catalogue of {len(catalogue)} named matroids>"


@pytest.mark.parametrize("entry", catalogue.values(), ids=catalogue)
def test_every_entry_says_what_it_is_in_a_sentence_and_where_that_is_from(entry: Entry) -> None:
    assert entry.description.endswith(".")
    assert "\n" not in entry.description
    assert entry.source.author
    assert entry.source.link.startswith("https://")


def test_nothing_is_built_before_it_is_asked_for_and_then_once() -> None:
    program = (
        "from matroidlab_atlas.catalogue import NamedMatroid, catalogue\n"
        "NamedMatroid('pg32').rank, NamedMatroid('pg32') == NamedMatroid('fano')\n"
        "[entry.bases for entry in catalogue.values()]\n"
        "print([name for name, entry in catalogue.items() if 'matroid' in vars(entry)])\n"
        "assert NamedMatroid('fano').matroid is NamedMatroid('fano').matroid\n"
        "print([name for name, entry in catalogue.items() if 'matroid' in vars(entry)])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n['fano']\n"
