"""The mutants that `make mutants` makes."""

from pathlib import Path

import pytest

from mutation import mutants


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a <= b <= c", ["x = a < b <= c"]),
        ("x = a and (b or c)", ["x = a and (b and c)", "x = a or (b or c)"]),
        ("x = a // 2", ["x = a // 3", "x = a * 2"]),
        ("x = -a if f(a) else True", ["x = +a if f(a) else True", "x = -a if f(a) else False"]),
        ("x -= a is not None", ["x -= a is None", "x += a is not None"]),
        ("x: int | None = 'text'", []),
    ],
)
def test_a_mutant_has_one_change(line: str, changed: list[str], tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(line, encoding="utf-8")
    found = [mutant.source for mutant in mutants(path)]
    assert set(changed) <= set(found)
    assert len(found) == len(changed) + line.count(" if ")
    assert line not in found
    assert path.read_text(encoding="utf-8") == line
