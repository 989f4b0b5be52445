"""``matroidlab catalogue``, and named matroids in the other commands."""

import json
import re

from click.testing import CliRunner, Result

from matroidlab.cli import main
from matroidlab_atlas.catalogue import catalogue


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_the_table_has_a_line_for_each_named_matroid() -> None:
    done = run("catalogue")
    assert done.exit_code == 0
    for name, entry in catalogue.items():
        assert re.search(
            rf"^ *{name} +{entry.size} +{entry.rank} +{entry.bases:,} +", done.stdout, re.MULTILINE
        )


def test_json_has_all_that_is_known() -> None:
    rows = json.loads(run("catalogue", "--json").stdout)
    assert [row["name"] for row in rows] == list(catalogue)
    assert rows[list(catalogue).index("t12")] == {
        "name": "t12",
        "size": 12,
        "rank": 6,
        "bases": 492,
        "title": "T12",
        "published": False,
        "description": catalogue["t12"].description,
        "source": "Oxley 2011, p. 658-659",
        "link": "https://doi.org/10.1093/acprof:oso/9780198566946.001.0001",
    }


def test_a_name_needs_no_quotes_and_may_have_them() -> None:
    for text in ("name=fano", 'name="fano"', "name = fano"):
        done = run("check", "named", "--param", text, "--json")
        assert done.exit_code == 0
        assert json.loads(done.stdout)["members"][0]["matroid"] == "NamedMatroid(name='fano')"


def test_orderability_of_a_named_matroid() -> None:
    done = run("orderability", "named", "--param", "name=vamos", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["members"][0]["verdict"] == "strongly base-orderable"
    assert run("orderability", "named", "--param", "name=fano").exit_code == 1


def test_wrong_names_and_keys_are_answered_with_exit_status_2() -> None:
    for text, message in (
        ("name=phano", "named: there is no named matroid 'phano'; did you mean 'fano'?"),
        ("name=7", "name: must be text, got 7"),
        ("nam=fano", "nam: not a parameter of 'named'; did you mean 'name'?"),
    ):
        done = run("check", "named", "--param", text)
        assert done.exit_code == 2
        assert message in done.stderr
