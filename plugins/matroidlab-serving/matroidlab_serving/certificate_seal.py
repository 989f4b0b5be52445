"""The digest and the signature of a certificate."""

import hmac
import json
from dataclasses import asdict
from hashlib import blake2b, sha256
from typing import TYPE_CHECKING

from matroidlab.errors import ServingError

if TYPE_CHECKING:
    from matroidlab_serving.certificates import Certificate

LEAST_KEY = 16
"""Bytes of the key of a signature."""


def text_of(certificate: "Certificate") -> str:
    """Return everything except the seals as JSON."""
    plain = asdict(certificate)
    if not certificate.pairs:
        del plain["pairs"]
        del plain["certificates_expire"]
        for line in plain["lines"]:
            if not line["preferred"]:
                del line["preferred"]
    if certificate.promise == "each":
        del plain["promise"]
    if certificate.linear is None:
        del plain["linear"]
    del plain["digest"]
    del plain["signature"]
    return json.dumps(plain, sort_keys=True, ensure_ascii=False)


def digest_of(certificate: "Certificate") -> str:
    """Return the digest, which anyone can compute."""
    return blake2b(
        text_of(certificate).encode("utf-8", "surrogatepass"), digest_size=16
    ).hexdigest()


def signature_of(certificate: "Certificate", key: object) -> str:
    """Return the HMAC-SHA-256 under a secret key."""
    if not isinstance(key, bytes) or len(key) < LEAST_KEY:
        raise ServingError(f"a key must be at least {LEAST_KEY} bytes, from secrets.token_bytes")
    text = text_of(certificate).encode("utf-8", "surrogatepass")
    return hmac.new(key, text, sha256).hexdigest()
