# SPDX-License-Identifier: Apache-2.0
"""The same in Python."""
import tapestry

for _ in range(7):
    with tapestry.state("sends", tapestry.TRANSFER, "top.in", "data") as state:
        state.add_bytes(10)
