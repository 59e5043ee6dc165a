# SPDX-License-Identifier: Apache-2.0
"""States, bytes, counters and marks of a Python program with two threads, which counts them itself."""
import os
import threading
import time

import tapestry


def send(count):
    tapestry.name_thread("sender")
    for i in range(count):
        with tapestry.state("send", tapestry.TRANSFER, "top.in", "data") as state:
            state.add_bytes(100 + i)


def fill(count):
    for _ in range(count):
        with tapestry.state("fill", tapestry.BUSY):
            pass


def main():
    thread = threading.Thread(target=send, args=(40,))
    thread.start()
    filler = threading.Thread(target=fill, args=(5,), name="filler")
    filler.start()
    filler.join()
    for i in range(30):
        try:
            with tapestry.state("work", tapestry.BUSY):
                with tapestry.state("inner", tapestry.BUSY):
                    if i % 3 == 0:
                        raise ValueError(i)
        except ValueError:
            pass
    thread.join()
    for edges in range(0, 2000, 100):  # a counter of the board, which the program reads
        before = tapestry.ticks()
        time.sleep(0.001)
        tapestry.device_clock("clk", edges, before, tapestry.ticks())
    process = os.path.basename(os.readlink("/proc/self/exe")).replace(".", "_")
    print(f"EXPECT {process}.main work 30 0")
    print(f"EXPECT {process}.main inner 30 0")
    print(f"EXPECT {process}.filler fill 5 0")
    print(f"EXPECT {process}.sender send 40 {sum(100 + i for i in range(40))}")
    print(f"CLOCK {process}.clk 1900")


main()
