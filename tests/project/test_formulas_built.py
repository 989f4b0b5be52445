"""Sphinx writes formulas as MathML, and stops at one that is wrong."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
pytest.importorskip("sphinx", reason="building pages needs the extra docs")
EXTENSIONS = Path(__file__).parents[2] / "docs" / "extensions"


def build(folder: Path, page: str) -> subprocess.CompletedProcess[str]:
    (folder / "conf.py").write_text(
        f"import sys\nsys.path.insert(0, {str(EXTENSIONS)!r})\n"
        "extensions = ['myst_parser', 'mathml_sphinx']\n"
        "myst_enable_extensions = ['dollarmath']\n",
        encoding="utf-8",
    )
    (folder / "index.md").write_text(page, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "--quiet",
        "--fail-on-warning",
        str(folder),
        str(folder / "_build"),
    ]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_a_built_page_keeps_a_formula_and_its_comma_together(tmp_path: Path) -> None:
    done = build(tmp_path, "# Title\n\nWords\n$x$, then ($y$).\n\n$$z$$\n")
    assert (done.returncode, done.stderr) == (0, "")
    html = (tmp_path / "_build" / "index.html").read_text(encoding="utf-8")
    x, y, z = (
        f'<math display="{kind}"><mrow><mi>{letter}</mi></mrow></math>'
        for kind, letter in (("inline", "x"), ("inline", "y"), ("block", "z"))
    )
    assert (
        f'<p>Words\n<span class="formula">{x},</span> then <span class="formula">({y}).</span></p>'
        in html
    )
    assert f'<div class="math" tabindex="0">{z}</div>' in html
    assert (tmp_path / "_build" / "_static" / "mathml.woff").stat().st_size < 200_000


def test_a_wrong_formula_fails_the_build_with_its_place(tmp_path: Path) -> None:
    done = build(tmp_path, "# Title\n\n$\\sqroot{2}$\n")
    assert done.returncode != 0
    assert re.search(r"index\.md:3: WARNING: formula \\sqroot\{2\}: unknown command", done.stderr)
