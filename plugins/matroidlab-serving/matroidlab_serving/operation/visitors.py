"""Which visitors belong to the holdback: by a keyed hash, so that nothing is stored of them."""

from hashlib import blake2b
from typing import NamedTuple

from matroidlab_serving.engine.keys import as_key
from matroidlab_serving.operation.sample_ratio import BUCKETS


class Visit(NamedTuple):
    """The visitor of a request, as far as he is known.

    Attributes
    ----------
    is_held_back
        Whether he belongs to the holdback; None if that is drawn, or does not matter.
    bucket
        A hash of his key with 65,536 values, to count visitors; None if there is no key.
    """

    is_held_back: bool | None = None
    bucket: int | None = None


UNKNOWN = Visit()


class VisitorGroups:
    """Divides visitors by a hash of their keys, with a secret that follows from the seed.

    The same visitor always belongs to the same group, in every process and after a restart.

    >>> groups = VisitorGroups(seed=7, holdback=0.5)
    >>> [groups.visit(f"visitor-{i}").is_held_back for i in range(6)]
    [False, True, True, False, False, False]
    """

    def __init__(self, seed: int, holdback: float) -> None:
        secret = blake2b(f"matroidlab holdback {seed}".encode(), digest_size=16).digest()
        self._hash = blake2b(key=secret, digest_size=16)
        self._holdback = holdback

    def visit(self, visitor: str | None) -> Visit:
        """Return the group of a visitor; without a key, it will be drawn for the request."""
        if visitor is None or not self._holdback:
            return UNKNOWN
        hashed = self._hash.copy()
        hashed.update(as_key(visitor, "visitor").encode("utf-8", "surrogatepass"))
        digest = hashed.digest()
        # Two halves of the digest: which visitors are counted does not depend on their group.
        part = int.from_bytes(digest[:8], "big")
        bucket = int.from_bytes(digest[8:], "big") % BUCKETS
        return Visit(part < self._holdback * 2**64, bucket)
