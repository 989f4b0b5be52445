from hashlib import blake2b

from matroidlab.errors import UnknownTokenError

LONGEST = 16
"""Hexadecimal digits of a number: 2^64 lists are enough."""


class Tokens:
    """Names of lists that can be checked without a record of them: a number, and a hash of it that nobody guesses.

    >>> tokens = Tokens(bytes(16))
    >>> tokens.number(tokens.of(12))
    12
    >>> tokens.number("c.0000000000")
    Traceback (most recent call last):
    matroidlab.errors.UnknownTokenError: no list was shown under the token 'c.0000000000'
    """

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._hash = blake2b(key=secret, digest_size=5)

    def of(self, number: int) -> str:
        """The token of a list, by its number."""
        text = f"{number:x}"
        hashed = self._hash.copy()
        hashed.update(text.encode())
        return f"{text}.{hashed.hexdigest()}"

    def number(self, token: object) -> int:
        """The number of a list, by its token."""
        if isinstance(token, str):
            digits = token.partition(".")[0]
            if 0 < len(digits) <= LONGEST and digits.isalnum() and digits.isascii():
                try:
                    number = int(digits, 16)
                except ValueError:
                    number = -1
                if number >= 0 and self.of(number) == token:
                    return number
        raise UnknownTokenError(f"no list was shown under the token {token!r:.80}")
