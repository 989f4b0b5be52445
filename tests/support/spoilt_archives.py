"""Zip archives with faults."""


def spoilt(content: bytes, how: str) -> bytes:
    """Return a zip archive with a fault; it must store its files uncompressed."""
    match how:
        case "encrypted":  # bit 0 of the flags, in each header
            for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
                content = mark.join(
                    part
                    if i == 0
                    else part[: place - 4] + bytes([part[place - 4] | 1]) + part[place - 3 :]
                    for i, part in enumerate(content.split(mark))
                )
        case "unknown compression":
            for mark, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
                content = mark.join(
                    part if i == 0 else part[: place - 4] + bytes([99]) + part[place - 3 :]
                    for i, part in enumerate(content.split(mark))
                )
        case "flipped":
            content = content.replace(b"1::2::3::4", b"1::2::3::5")
        case "cut":
            content = content[:-30]
    return content
