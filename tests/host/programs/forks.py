# SPDX-License-Identifier: Apache-2.0
"""A Python program whose children record for themselves: one by fork, one by multiprocessing; it ends by an exception that nobody catches."""
import multiprocessing
import os
import sys

import tapestry


def works(times):
    for _ in range(times):
        with tapestry.state("child", tapestry.BUSY) as state:
            state.add_bytes(3)


def main():
    process = os.path.basename(os.readlink("/proc/self/exe")).replace(".", "_")
    with tapestry.state("outer", tapestry.BUSY):
        child = os.fork()
        if child == 0:
            works(10)
            sys.exit(0)
        os.waitpid(child, 0)
    worker = multiprocessing.get_context("fork").Process(target=works, args=(20,))
    worker.start()
    worker.join()
    print(f"EXPECT {process}[0].main outer 1 0")
    print(f"EXPECT {process}[0].main last 1 0")
    print(f"EXPECT {process}[1].main child 10 30")
    print(f"EXPECT {process}[2].main child 20 60", flush=True)
    with tapestry.state("last", tapestry.BUSY):
        raise ValueError("nobody catches this")


main()
