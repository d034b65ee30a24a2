"""Writes a signature-like PNG of 600 by 200 pixels: python signature.py OUT.png. Standard library only."""

import math
import struct
import sys
import zlib

WIDTH, HEIGHT = 600, 200
INK, PAPER = b"\x1a\x2a\x7a\xff", b"\0\0\0\0"


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def main() -> None:
    inked = set()
    for x in range(20, WIDTH - 20):
        y = int(HEIGHT / 2 + 60 * math.sin(x / 40) * math.cos(x / 97))
        inked.update((x, y + thickness) for thickness in range(-3, 4))
    rows = b"".join(b"\0" + b"".join(INK if (x, y) in inked else PAPER for x in range(WIDTH)) for y in range(HEIGHT))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 6, 0, 0, 0)
    with open(sys.argv[1], "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    main()
