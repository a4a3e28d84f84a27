"""A program that appends to a store until it is killed, and tells each append that was acknowledged."""

import itertools
import os
import sys
import threading

from eventstore import Appended
from eventstore.sqlite import SqliteStore
from tests.eventstore.entries import chain

STREAMS = tuple(f"g{number}" for number in range(8))
SIZES = (1, 3, 1, 2, 7)


def main(path: str) -> None:
    store = SqliteStore(path)
    for name in STREAMS:
        threading.Thread(target=write, args=(store, name)).start()


def write(store: SqliteStore, stream: str) -> None:
    head = store.head(stream)
    for size in itertools.cycle(SIZES):
        key = f"{stream}/{head.version}".encode()
        entries = chain(head.hash, *[f"{number} of {size}" for number in range(1, size + 1)], key=key)
        answer = store.append(stream, head.version, entries)
        head = store.head(stream)
        if not isinstance(answer, Appended) or head.version != answer.last:
            os._exit(1)
        # One write of a short line is atomic on a pipe.
        os.write(1, f"{stream} {answer.first} {answer.last} {entries[-1].hash.hex()}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1])
