"""``matroidlab reproduce``: a line for each figure, a summary, and the long table on demand."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from matroidlab.cli.main import main
from matroidlab_experiments.paper.claim import Claim
from matroidlab_experiments.paper.reproduction import FIGURES, TITLES
from matroidlab_experiments.paper.summary_lines import SummaryLine, verdict_counts

NEEDY = Claim("b", "never violates", "0", "0", "not comparable", needs="MovieLens")
HOLDING = Claim("b", "never violates", "0", "0", "holds")
DIFFERING = Claim("b", "in this order", "yes", "no", "differs")
SHORT = Claim("b", "many times", "> 16,000", "12", "not comparable", needs="--full")


@pytest.mark.parametrize(
    ("claims", "status", "detail"),
    [
        ([NEEDY, NEEDY], "needs MovieLens", "matroidlab data fetch, then --ratings DIR"),
        ([HOLDING, SHORT], "1 of 1 holds", ""),
        ([HOLDING, DIFFERING], "1 of 2 hold", "differs: in this order"),
        ([], "no claims", "see the report"),
    ],
)
def test_a_figure_is_summed_up_in_a_line(claims: list[Claim], status: str, detail: str) -> None:
    line = SummaryLine.of("b", claims)
    assert (line.status, line.detail) == (status, detail)
    assert line.text.startswith("(b) top-10 movies")


def test_both_factors_are_named_with_their_errors() -> None:
    claims = [
        Claim("d", "uniform: K(1 - alpha)", "K(1 - alpha)", "off by 110 % ± 5 %", "differs"),
        Claim("d", "uniform: 1/alpha - 1", "\N{EN DASH}", "off by 4 % ± 1 %", "holds"),
    ]
    assert SummaryLine.of("d", claims).detail == "the paper's factor is off by 110 %; ours by 4 %"


def test_verdicts_are_counted_with_what_is_missing() -> None:
    claims = [SHORT, NEEDY, HOLDING, NEEDY, DIFFERING, HOLDING]
    assert verdict_counts(claims) == "2 hold, 1 differs, 1 needs --full, 2 need MovieLens."


def test_every_figure_has_a_title() -> None:
    assert set(TITLES) == set(FIGURES)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures that are played for a few actions, and compared all the same."""
    sizes = {name: {"horizon": 60} for name in FIGURES["b"]}
    monkeypatch.setattr("matroidlab_experiments.paper.reproduction.FULL", sizes)


@pytest.mark.usefixtures("small")
def test_the_table_is_printed_on_demand_only(tmp_path: Path) -> None:
    options = ["reproduce", "b", "--full", "--executor", "serial", "--out", str(tmp_path)]
    short = CliRunner().invoke(main, options, env={"COLUMNS": "200"})
    assert short.exit_code == 0, short.output
    lines = short.stdout.splitlines()
    assert (
        lines[0]
        == "(b) top-10 movies          needs MovieLens    matroidlab data fetch, then --ratings DIR"
    )
    assert lines[-1] == f"5 need MovieLens.   Details: --table   Report: {tmp_path}/report.html"
    long = CliRunner().invoke(main, [*options, "--table"], env={"COLUMNS": "200"})
    assert "The paper's claims and our results" in long.stdout
    assert "--table" not in long.stdout
    found = json.loads(CliRunner().invoke(main, [*options, "--json"]).stdout)
    assert [claim["needs"] for claim in found["claims"]] == ["MovieLens"] * 5
