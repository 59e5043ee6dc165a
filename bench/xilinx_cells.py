# SPDX-License-Identifier: Apache-2.0
"""What Yosys says of a design for a Xilinx 7 series, in look-up tables, registers, multipliers and block memories."""
import re

# The look-up tables that a memory made of them takes.
TABLES_OF = {"RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM256X1S": 4, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4,
             "RAM32M": 4, "RAM64M": 4, "RAM32M16": 8, "RAM64M8": 8}


def cells_of(text):
    """{cell: how many} of one section of `stat`."""
    return {name: int(n) for name, n in re.findall(r"^ +(\w+) +(\d+)$", text, re.M)}


def counts_of(cells):
    """[LUT, FF, DSP, block RAM]."""
    def total(pattern):
        return sum(n for cell, n in cells.items() if re.fullmatch(pattern, cell))
    tables = sum(n * TABLES_OF.get(cell, 1) for cell, n in cells.items() if re.fullmatch(r"LUT\d|INV|RAM\d\w*[MSD]\d*|SRL\w*", cell))
    return [tables, total(r"FD\w+"), total(r"DSP48\w*"), total(r"RAMB\w*")]
