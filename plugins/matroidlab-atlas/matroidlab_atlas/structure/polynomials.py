from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

Exponents = tuple[int, ...]


@dataclass(frozen=True)
class Polynomial:
    """A polynomial with integer coefficients in one or more variables.

    >>> square = Polynomial(("x", "y"), {(2, 0): 1, (1, 1): 2, (0, 2): 1})
    >>> print(square)
    x^2 + 2xy + y^2
    >>> square(1, 2), square == square, square.latex
    (9, True, 'x^{2} + 2xy + y^{2}')

    Attributes
    ----------
    variables
        Their names.
    coefficients
        By the exponents of the variables; zeros are left out.
    """

    variables: tuple[str, ...]
    coefficients: Mapping[Any, int]

    def __post_init__(self) -> None:
        ordered = sorted(self.coefficients.items(), key=lambda term: (-sum(term[0]), tuple(-e for e in term[0])))
        terms = {tuple(map(int, exponents)): int(value) for exponents, value in ordered if value}
        object.__setattr__(self, "coefficients", terms)

    def __hash__(self) -> int:
        return hash((self.variables, tuple(self.coefficients.items())))

    def __call__(self, *values: Any) -> Any:
        """Evaluate: exactly for integers and fractions, with floats for floats, elementwise for arrays."""
        if len(values) != len(self.variables):
            raise TypeError(f"{', '.join(self.variables)} must each have a value, got {len(values)} values")
        terms = self.coefficients.items()
        return sum(prod((v**e for v, e in zip(values, powers, strict=True)), start=c) for powers, c in terms)

    def __getitem__(self, exponents: int | Exponents) -> int:
        """Return a coefficient, 0 if there is none."""
        return self.coefficients.get((exponents,) if isinstance(exponents, int) else tuple(exponents), 0)

    def __str__(self) -> str:
        return self._joined("{}^{}")

    @property
    def latex(self) -> str:
        """The polynomial as TeX writes it."""
        return self._joined("{}^{{{}}}")

    def _repr_latex_(self) -> str:
        return f"${self.latex}$"

    def _joined(self, power: str) -> str:
        text = "".join(self._signed(power))
        return text.removeprefix(" + ").replace(" - ", "-", 1) if text.startswith(" - ") else text.removeprefix(" + ")

    def _signed(self, power: str) -> Iterator[str]:
        for exponents, value in self.coefficients.items():
            powers = zip(self.variables, exponents, strict=True)
            product = "".join(name if e == 1 else power.format(name, e) for name, e in powers if e)
            count = "" if abs(value) == 1 and product else str(abs(value))
            yield f" {'-' if value < 0 else '+'} {count}{product}"
        if not self.coefficients:
            yield "0"
