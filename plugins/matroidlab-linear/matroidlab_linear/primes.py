LIMIT = 3317044064679887385961981
"""The smallest composite number that the test below takes for a prime."""

BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def is_prime(number: int) -> bool:
    """Whether a number below `LIMIT` is a prime; no chance is involved.

    >>> is_prime(2**61 - 1), is_prime(2**61 + 1)
    (True, False)

    A strong test to the first 13 primes (Miller and Rabin). No composite number below `LIMIT`
    passes it: Sorenson and Webster, *Strong pseudoprimes to twelve prime bases*, 2017,
    doi:10.1090/mcom/3134.
    """
    if number < 2 or any(number % base == 0 for base in BASES):
        return number in BASES
    halvings = ((number - 1) & (1 - number)).bit_length() - 1
    return all(_passes(number, base, halvings) for base in BASES)


def _passes(number: int, base: int, halvings: int) -> bool:
    """Whether the powers of ``base`` end in 1 as for a prime: at the start, or after a -1."""
    power = pow(base, (number - 1) >> halvings, number)
    if power in (1, number - 1):
        return True
    for _ in range(halvings - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False
