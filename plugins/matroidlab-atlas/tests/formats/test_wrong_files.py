"""Errors about files name the line and what was expected; no code in a file is run."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab.errors import FormatError, UnknownNameError
from matroidlab_atlas.formats import FORMATS, format_named, read_matroids
from matroidlab_atlas.formats.lines import Stars
from matroidlab_atlas.structure import bases

WRONG = [
    ("revlex", "4 2 ***", "expected 6 letters, one for each set of 2 of 4 elements, got 3"),
    ("revlex", "4 2 *****x", "expected * or 0 as letter 6, got 'x'"),
    (
        "revlex",
        "4 2 *0000*",
        "not a matroid: 0 of [0, 1] cannot be exchanged for any element of [2, 3]",
    ),
    ("revlex", "4 2 000000", "bases must hold at least one set"),
    ("revlex", "******", "expected SIZE RANK STARS, as in 4 2 0*****"),
    ("revlex", "2 4 *", "expected a size of 0 to 22 and a rank of 0 to the size, got 2 and 4"),
    ("revlex", "999 2 *", "expected a size of 0 to 22"),
    ("lex", "-1 2 *", "expected SIZE RANK STARS"),
    ("lex", "4 2", "expected SIZE RANK STARS"),
    ("json", "{", "expected JSON: "),
    ("json", "[1, 2]", "expected a table with 'size', got [1, 2]"),
    ("json", '{"size": 2}', "expected an entry 'bases' among 'size'"),
    ("json", '{"size": true, "bases": [[]]}', "expected a whole number as 'size', got True"),
    ("json", '{"size": 1e99, "bases": [[]]}', "expected a whole number as 'size'"),
    (
        "json",
        '{"size": "40000000002", "bases": [[]]}',
        "expected at most 22 elements, got 40000000002",
    ),
    (
        "json",
        '{"size": "%s", "bases": [[]]}' % ("9" * 5000),
        "expected a whole number of at most 18 digits as 'size'",
    ),
    ("json", '{"size": 40, "bases": [[]]}', "expected at most 22 elements, got 40"),
    (
        "json",
        '{"size": 2, "bases": [[0, 0]]}',
        "expected distinct elements in each set of 'bases', got [0, 0]",
    ),
    ("json", '{"size": 2, "bases": [[0], 1]}', "expected a list of lists of elements as 'bases'"),
    ("json", '{"size": 2, "bases": [[5]]}', "bases must hold distinct elements of 0..1, got [5]"),
    ("json", "[" * 100_000, "expected JSON"),
    ("oscar", '{"_type": "Graph", "data": {}}', 'expected "_type": "Matroid", got \'Graph\''),
    ("oscar", '{"_type": "Matroid"}', "expected an entry 'data' among '_type'"),
    (
        "oscar",
        '{"_type": "Matroid", "data": {"matroid": {}}}',
        "expected an entry '_type' among nothing",
    ),
    (
        "oscar",
        """{"_type": "Matroid", "data": {"groundset": [1, 2],
            "matroid": {"_type": "matroid::Matroid", "N_ELEMENTS": 1, "BASES": [[0]]}}}""".replace(
            "\n", ""
        ),
        "expected a groundset of 1 elements, as N_ELEMENTS says, got 2",
    ),
    ("polymake", '{"_type": "polytope::Polytope"}', 'expected "_type": "matroid::Matroid"'),
    ("polymake", '{"_type": "matroid::Matroid", "N_ELEMENTS": 1}', "expected an entry 'BASES'"),
    ("graph", "0-1 1~2", "expected two vertices as edge 2, as in 0-1, got '1~2'"),
    ("graph", "0-99999999999", "expected two vertices as edge 1"),
    ("sets", "0 1; 2", "expected SIZE: SET; SET; ..."),
    ("sets", "3: 0 1; 3", "expected elements in set 2 from 0 to 2, got '3'"),
    ("sets", "99999999: 0", "expected the number of elements before a colon from 0 to 100000"),
    ("matrix", "1 0; 0 1", "expected GF(PRIME): ROW; ROW; ..."),
    ("matrix", "GF(4): 1 0", "expected a field of 2, 3, 5, 7 elements, got 4"),
    ("matrix", "GF(2): 1 0; 1", "expected 2 numbers in row 2, as in row 1, got 1"),
    ("matrix", "GF(2): 1 x", "expected numbers in row 1"),
    ("matrix", "GF(2): " + "1 " * 23, "expected at most 22 columns"),
]


@pytest.mark.parametrize(
    ("form", "line", "message"), WRONG, ids=[f"{form} {line[:20]}" for form, line, _ in WRONG]
)
def test_a_wrong_line_is_told_with_its_number_and_what_was_expected(
    form: str, line: str, message: str
) -> None:
    with pytest.raises(FormatError) as raised:
        list(read_matroids(["# a comment\n", "\n", f"{line}\n"], FORMATS[form], source="some file"))
    assert str(raised.value).startswith(f"some file, line 3: {message}")


@pytest.mark.parametrize("form", FORMATS)
@given(text=st.text(max_size=40) | st.text(alphabet='0123456789*- ;:GF()[]{}",.', max_size=40))
@settings(max_examples=60, deadline=None)
def test_any_text_is_a_matroid_or_a_format_error(form: str, text: str) -> None:
    try:
        found = list(read_matroids(text.splitlines(keepends=True), FORMATS[form]))
    except FormatError as error:
        assert "line " in str(error)  # noqa: PT017 - either is right
    else:
        assert all(0 <= matroid.rank <= matroid.size for matroid in found)


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.floats(allow_nan=False)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
ENTRIES = ["size", "bases", "_type", "data", "matroid", "groundset", "N_ELEMENTS", "BASES", "RANK"]


@pytest.mark.parametrize("form", ["json", "oscar", "polymake"])
@given(
    table=st.dictionaries(
        st.sampled_from([*ENTRIES, "REVLEX_BASIS_ENCODING"]),
        JSON_VALUES | st.just("Matroid"),
        max_size=6,
    ),
    is_polymake=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_any_json_is_a_matroid_or_a_format_error(
    form: str, table: dict[str, object], is_polymake: bool
) -> None:
    if is_polymake:
        table = {**table, "_type": "matroid::Matroid"}
    try:
        list(read_matroids([json.dumps(table)], FORMATS[form]))
    except FormatError as error:
        assert "line 1" in str(error)  # noqa: PT017 - either is right


def test_a_document_on_several_lines_is_one_matroid_and_its_first_line_is_named() -> None:
    good = json.dumps({"size": 1, "bases": [[0]]}, indent=2)
    bad = json.dumps({"size": 1, "bases": [[1]]}, indent=2)
    lines = f"{good}\n{good}\n{bad}\n".splitlines(keepends=True)
    with pytest.raises(
        FormatError, match=f"text, line {2 * len(good.splitlines()) + 1}: bases must hold"
    ):
        list(read_matroids(lines, FORMATS["json"]))
    assert len(list(read_matroids(lines[: 2 * len(good.splitlines())], FORMATS["json"]))) == 2


def test_polymake_s_objects_may_have_more_and_the_string_instead_of_bases() -> None:
    line = '{"_type": "matroid::Matroid", "N_ELEMENTS": "3", "RANK": 1, '
    line += '"REVLEX_BASIS_ENCODING": "0**", "LOOPS": [0]}'
    (matroid,) = read_matroids([line], FORMATS["polymake"])
    (same,) = read_matroids([line], FORMATS["oscar"])
    assert matroid == same
    assert matroid.rank == 1


def test_stars_alone_need_a_size_and_a_rank_for_the_whole_file() -> None:
    assert Stars("revlex", 4, 2).read("0*****\n").rank == 2
    assert Stars("revlex", 4, 2).read("3 1 ***\n").size == 3
    with pytest.raises(UnknownNameError, match="did you mean 'revlex'"):
        format_named("revlx", "x")
    with pytest.raises(UnknownNameError, match=r"of a known format: .revlex \(revlex\)"):
        format_named(None, "x.txt")


@pytest.mark.parametrize("text", ["1", "0000000001", "00000000000000001"])
def test_a_number_given_as_text_is_read_to_its_last_digit(text: str) -> None:
    line = json.dumps({"size": "2", "bases": [[text]]})
    (found,) = read_matroids([line], FORMATS["json"])
    assert list(bases(found)) == [(1,)]
