// SPDX-License-Identifier: Apache-2.0
// Ends after 6,000 cycles, long after the work.
#include "Vchain.h"
#include "verilated.h"

int main(int argc, char** argv) {
    Verilated::commandArgs(argc, argv);
    Vchain top;
    unsigned sent = 0;
    for (int cycle = 0; cycle < 6000; ++cycle) {
        top.clk = 0;
        top.rst = cycle < 4;
        top.s_valid = cycle >= 4 && sent < 200;
        top.s_data = sent;
        top.m_ready = 1;
        top.eval();
        if (top.s_valid && top.s_ready) ++sent;
        top.clk = 1;
        top.eval();
    }
    top.final();
    return 0;
}
