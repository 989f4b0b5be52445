"""Labels and notes of untrusted results are text on the page, and nothing else."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from experiments_support.pages import parsed
from matroidlab_experiments.paper.regret_scaling import Scaling
from matroidlab_experiments.report_pages.html import element, escaped
from matroidlab_experiments.report_pages.inline_svg import inline_svg
from matroidlab_experiments.report_pages.page import write_report
from matroidlab_experiments.report_pages.pictures.scaling import scaling_picture
from matroidlab_experiments.report_pages.pictures.style import rendered
from matroidlab_experiments.result_files.results import Results

Run = Callable[..., Results]
PageOf = Callable[..., str]

LABELS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</svg></title></style><b>",
    "--> $\\frac{1}$ $x",
    "_hidden",
    "",
    "tabs\tand\x00nulls\nand lines",
    "\N{GRINNING FACE} \N{CJK UNIFIED IDEOGRAPH-4E2D} \ud800",
    "a label so long that no legend has room for it, whatever its letters are",
]


def test_a_label_is_text_wherever_it_is_shown(run: Run, page_of: PageOf) -> None:
    policies = [{"policy": "iucb1", "label": label} for label in LABELS]
    results = run(
        title="<script>alert(2)</script>",
        policies=[*policies[:7], *policies[8:]],
        runs=2,
        horizon=20,
    )
    text = page_of(results)
    page = parsed(text)
    assert page.faults == []
    assert {e.tag for e in page.elements}.isdisjoint({"script", "img", "b"})
    assert "alert(1)" in page.text
    assert page.all("h1")[0].text == "<script>alert(2)</script>"
    assert not [letter for letter in text if letter < " " and letter not in "\n\t"]


def test_any_letters_can_be_drawn(run: Run, page_of: PageOf) -> None:
    results = run(
        policies=[{"policy": "omm", "label": "\N{GRINNING FACE} \N{CJK UNIFIED IDEOGRAPH-4E2D}"}],
        runs=2,
    )
    assert "\N{GRINNING FACE} \N{CJK UNIFIED IDEOGRAPH-4E2D}" in parsed(page_of(results)).text


@pytest.mark.parametrize("text", LABELS)
def test_a_parameter_is_text_in_its_picture(text: str) -> None:
    swept = Scaling(0.4, np.array([1, 2]), np.array([[1.0], [2.0]]), label=text, parameter=text)
    picture = scaling_picture([swept], horizon=10)
    svg, _ = rendered(picture.draw, height=picture.height)
    shown = parsed(inline_svg(svg, name="x", title=text, words=picture.words))
    assert shown.faults == []
    assert {e.tag for e in shown.elements}.isdisjoint({"script", "img", "b"})


@pytest.mark.parametrize("text", LABELS)
def test_text_is_escaped_once(text: str) -> None:
    assert escaped(escaped(text)) == escaped(text)
    page = parsed(element("p", text, title=text))
    assert [e.tag for e in page.elements] == ["p"]
    assert page.faults == []


NOTED = """
from matroidlab import Problem, ProblemFamily, UniformMatroid, hookimpl
from matroidlab.rewards import Bernoulli

def build() -> Problem:
    rewards = Bernoulli([0.9, 0.8, 0.2, 0.1])
    return Problem(UniformMatroid(4, 2), rewards, [2, 3], note="synthetic <by hand>")

@hookimpl
def matroidlab_problems():
    return [ProblemFamily("noted", build)]
"""


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Results:
    """Results on a problem from a module that is not installed."""
    from matroidlab_experiments.configuration.experiment import as_experiment
    from matroidlab_experiments.running.running import run_experiment

    (tmp_path / "noted_problem.py").write_text(NOTED)
    monkeypatch.syspath_prepend(tmp_path)
    table = {
        "name": "noted",
        "horizon": 20,
        "runs": 2,
        "problem": {"name": "noted"},
        "policies": [{"policy": "stay"}],
    }
    return run_experiment(as_experiment(table), tmp_path / "results", modules=("noted_problem",))


def test_a_note_of_the_problem_stands_before_the_first_number(
    noted: Results, page_of: PageOf
) -> None:
    page = parsed(page_of(noted, modules=("noted_problem",)))
    (note,) = page.all("p", class_="note")
    assert "synthetic <by hand>" in note.text
    assert page.elements.index(note) < page.elements.index(page.all("figure")[0])


def test_several_experiments_say_first_whose_data_are_noted(
    noted: Results, plain: Results, page_of: PageOf
) -> None:
    page = parsed(page_of(plain, noted, modules=("noted_problem",)))
    first = page.all("p", class_="note")[0]
    assert first.text == "About the data of noted: synthetic <by hand>"
    assert "header" in first.inside


def test_without_the_problems_plugin_there_is_a_page_that_says_so(
    noted: Results, page_of: PageOf
) -> None:
    page = parsed(page_of(noted))
    assert page.all("p", class_="note") == []
    assert "cannot be built here" in page.text
    assert len(page.all("figure")) == 1


def test_a_folder_that_cannot_be_written_is_a_clear_error(plain: Results, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"cannot write .*file.*name another directory by --out"):
        write_report([plain], tmp_path / "file")
