// SPDX-License-Identifier: Apache-2.0
// A C++ harness over a design in VHDL: presses that bounce, and glitches that are none.
#include <cstdio>
#include <cstring>
#include <memory>

#include "Vbutton.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

namespace {

constexpr int kPresses = 40;
constexpr int kPeriod = 60;  // cycles of a press, with what follows it

// The line `at` cycles into a press: it bounces, is closed, bounces, is open.
bool line_at(int press, int at) {
    if (at < 6) return (at ^ press) & 1;
    if (at < 20 + press % 7) return true;
    if (at < 26 + press % 7) return (at ^ press) & 1;
    return at == 48;  // a glitch
}

}  // namespace

int main(int argc, char** argv) {
    const auto context = std::make_unique<VerilatedContext>();
    context->commandArgs(argc, argv);
    bool want_vcd = false;
    for (int i = 1; i < argc; ++i) want_vcd |= std::strcmp(argv[i], "+vcd") == 0;
    if (want_vcd) context->traceEverOn(true);
    const auto top = std::make_unique<Vbutton>(context.get(), "TOP");
#if VM_TRACE
    VerilatedVcdC trace;
    if (want_vcd) {
        top->trace(&trace, 99);
        trace.open("bare.vcd");
    }
#endif
    top->clk = 0;
    top->rst = 1;
    for (int half = 0; half < 2 * kPresses * kPeriod; ++half) {
        context->timeInc(5);
        top->clk = !top->clk;
        top->eval();
        if (!top->clk) {
            const int cycle = half / 2;
            top->rst = cycle < 4;
            top->line_in = cycle >= kPeriod && line_at(cycle / kPeriod, cycle % kPeriod);
            top->eval();
        }
#if VM_TRACE
        if (want_vcd) trace.dump(context->time());
#endif
    }
    std::printf("%s %d\n", top->presses == kPresses - 1 ? "PASS" : "FAIL", top->presses);
    top->final();
#if VM_TRACE
    if (want_vcd) trace.close();
#endif
    return 0;
}
