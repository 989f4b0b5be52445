from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from operator import index
from typing import Any, NoReturn, SupportsIndex

Exponents = tuple[int, ...]


@dataclass(frozen=True)
class Polynomial:
    """A polynomial with integer coefficients in one or more variables.

    >>> square = Polynomial(("x", "y"), {(2, 0): 1, (1, 1): 2, (0, 2): 1})
    >>> print(square)
    x^2 + 2xy + y^2
    >>> square(1, 2), square.degree, square[1, 1], square.latex
    (9, 2, 2, 'x^{2} + 2xy + y^{2}')

    Polynomials in the same variables are added, subtracted and multiplied, also with integers, and
    raised to powers. Iterating over a polynomial in one variable gives its coefficients from the
    constant term up:

    >>> line = Polynomial(("t",), {(1,): 1, (0,): -2})
    >>> print(line**2 - 1)
    t^2 - 4t + 3
    >>> list(line**2 - 1)
    [3, -4, 1]

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
        terms = {
            self._checked(key): int(value) for key, value in self.coefficients.items() if value
        }
        ordered = sorted(
            terms, key=lambda powers: (-sum(powers), tuple(-power for power in powers))
        )
        object.__setattr__(self, "coefficients", {powers: terms[powers] for powers in ordered})

    def _checked(self, exponents: Any) -> Exponents:
        count = len(self.variables)
        try:
            powers = tuple(index(power) for power in exponents)
        except TypeError:
            powers = ()
        if len(powers) != count or min(powers, default=0) < 0:
            raise ValueError(f"exponents must be {count} integers from 0 on, got {exponents!r}")
        return powers

    def __repr__(self) -> str:
        return f"Polynomial({self} in {', '.join(self.variables)})"

    def __hash__(self) -> int:
        return hash((self.variables, tuple(self.coefficients.items())))

    @property
    def degree(self) -> int:
        """The largest sum of exponents of a term; -1 for the polynomial 0."""
        return max(map(sum, self.coefficients), default=-1)

    def __call__(self, *values: Any) -> Any:
        """Evaluate, exactly for integers and fractions, elementwise for arrays."""
        if len(values) != len(self.variables):
            names = ", ".join(self.variables)
            raise TypeError(f"{names} must each have a value, got {len(values)} values")
        return sum(
            prod((value**power for value, power in zip(values, powers, strict=True)), start=factor)
            for powers, factor in self.coefficients.items()
        )

    def __getitem__(self, exponents: int | Exponents) -> int:
        """Return a coefficient, 0 if there is no such term."""
        given = exponents if isinstance(exponents, tuple) else (exponents,)
        if len(given) != len(self.variables):
            raise TypeError(
                f"exponents must be given for {', '.join(self.variables)}, got {exponents!r}"
            )
        try:
            powers = tuple(map(index, given))
        except TypeError:
            raise TypeError(
                f"exponents must be integers, got {exponents!r}; see `coefficients` for all"
            ) from None
        if min(powers, default=0) < 0:
            raise ValueError(f"exponents must be at least 0, got {exponents!r}")
        return self.coefficients.get(powers, 0)

    def __iter__(self) -> Iterator[int]:
        if len(self.variables) != 1:
            names = ", ".join(self.variables)
            raise TypeError(
                f"a polynomial in {names} has no list of coefficients: see `coefficients`"
            )
        return (self[power] for power in range(self.degree + 1))

    # Numbers of numpy leave arithmetic to the polynomial, as Python's do.
    __array_ufunc__ = None

    def __array__(self, *_given: object, **_options: object) -> NoReturn:
        raise TypeError(
            "a polynomial is not an array: numpy's functions take list(p), from the constant term "
            "up, or list(p)[::-1], as np.roots and np.polyval do"
        )

    def __neg__(self) -> "Polynomial":
        return self * -1

    def __add__(self, other: "Polynomial | int") -> "Polynomial":
        added = self._as_polynomial(other)
        if added is None:
            return NotImplemented
        total = dict(self.coefficients)
        for powers, factor in added.coefficients.items():
            total[powers] = total.get(powers, 0) + factor
        return Polynomial(self.variables, total)

    __radd__ = __add__

    def __sub__(self, other: "Polynomial | int") -> "Polynomial":
        subtracted = self._as_polynomial(other)
        return NotImplemented if subtracted is None else self + -subtracted

    def __rsub__(self, other: int) -> "Polynomial":
        return -self + other

    def __mul__(self, other: "Polynomial | int") -> "Polynomial":
        factor = self._as_polynomial(other)
        if factor is None:
            return NotImplemented
        product: dict[Exponents, int] = {}
        for first, value in self.coefficients.items():
            for second, times in factor.coefficients.items():
                powers = tuple(map(sum, zip(first, second, strict=True)))
                product[powers] = product.get(powers, 0) + value * times
        return Polynomial(self.variables, product)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> "Polynomial":
        if exponent < 0:
            return NotImplemented
        return prod([self] * exponent, start=self._constant(1))

    def _constant(self, value: int) -> "Polynomial":
        return Polynomial(self.variables, {(0,) * len(self.variables): value})

    def _as_polynomial(self, other: object) -> "Polynomial | None":
        """Return the other operand as a polynomial, or None if it cannot be one."""
        if not isinstance(other, Polynomial):
            return self._constant(index(other)) if isinstance(other, SupportsIndex) else None
        if other.variables != self.variables:
            ours = ", ".join(self.variables)
            theirs = ", ".join(other.variables)
            raise ValueError(f"a polynomial in {ours} and one in {theirs} cannot be combined")
        return other

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
        if text.startswith(" - "):
            return text.replace(" - ", "-", 1)
        return text.removeprefix(" + ")

    def _signed(self, power: str) -> Iterator[str]:
        for exponents, value in self.coefficients.items():
            powers = zip(self.variables, exponents, strict=True)
            product = "".join(name if e == 1 else power.format(name, e) for name, e in powers if e)
            count = "" if abs(value) == 1 and product else str(abs(value))
            yield f" {'-' if value < 0 else '+'} {count}{product}"
        if not self.coefficients:
            yield "0"
