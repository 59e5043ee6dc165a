// SPDX-License-Identifier: Apache-2.0
// A C++ harness as Verilator users write it: its own clock loop, no testbench module.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "Vsorter.h"
#include "verilated.h"
#if VM_TRACE
#include "verilated_vcd_c.h"
#endif

namespace {

constexpr int kGroups = 100;

std::uint32_t xorshift(std::uint32_t x) {
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ (x << 5);
}

std::uint8_t byte_of(int n) { return static_cast<std::uint8_t>(n * 97 + (n >> 3) * 13); }

}  // namespace

int main(int argc, char** argv) {
    const auto context = std::make_unique<VerilatedContext>();
    context->commandArgs(argc, argv);
    bool want_vcd = false;
    for (int i = 1; i < argc; ++i) want_vcd |= std::strcmp(argv[i], "+vcd") == 0;
    if (want_vcd) context->traceEverOn(true);
    const auto top = std::make_unique<Vsorter>(context.get(), "TOP");
#if VM_TRACE
    VerilatedVcdC trace;
    if (want_vcd) {
        top->trace(&trace, 99);
        trace.open("bare.vcd");
    }
#endif

    std::uint32_t rng = 0x1234567;
    int sent = 0;
    int received = 0;
    int errors = 0;
    std::vector<std::uint8_t> group;
    top->clk = 0;
    top->rst_n = 0;
    while (received < 8 * kGroups && context->time() < 1000000) {
        context->timeInc(5);
        top->clk = !top->clk;
        top->eval();
        if (!top->clk) {
            // Inputs change on the falling edge, so they are stable at the rising one; what moves
            // at that next edge is decided by the values as they stand now.
            if (context->time() > 50) top->rst_n = 1;
            rng = xorshift(rng);
            top->in_valid = sent < 8 * kGroups && (rng & 3) != 0;
            top->in_data = byte_of(sent);
            top->out_ready = (rng & 0x30) != 0;
            top->eval();
            if (top->rst_n && top->in_valid && top->in_ready) ++sent;
            if (top->rst_n && top->out_valid && top->out_ready) {
                group.push_back(top->out_data);
                ++received;
                if (group.size() == 8) {
                    std::array<std::uint8_t, 8> wanted{};
                    for (int i = 0; i < 8; ++i) wanted[i] = byte_of(received - 8 + i);
                    std::sort(wanted.begin(), wanted.end());
                    if (!std::equal(group.begin(), group.end(), wanted.begin())) ++errors;
                    group.clear();
                }
            }
        }
#if VM_TRACE
        if (want_vcd) trace.dump(context->time());
#endif
    }
    top->final();
#if VM_TRACE
    if (want_vcd) trace.close();
#endif
    if (errors == 0 && received == 8 * kGroups) {
        std::printf("PASS received=%d time=%llu\n", received,
                    static_cast<unsigned long long>(context->time()));
        return 0;
    }
    std::printf("FAIL errors=%d received=%d\n", errors, received);
    return 1;
}
