// SPDX-License-Identifier: Apache-2.0
// Runs a model from start to end so many times (argument 1), each time a new one, and prints the
// seconds of processor time that the quickest run took.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "Vtb.h"
#include "verilated.h"

namespace {

double processor_seconds() {
    timespec now = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double run(int argc, char** argv) {
    VerilatedContext context;
    context.commandArgs(argc, argv);
    const auto top = std::make_unique<Vtb>(&context);
    const double start = processor_seconds();
    while (!context.gotFinish()) {
        top->eval();
        if (!top->eventsPending()) break;
        context.time(top->nextTimeSlot());
    }
    const double seconds = processor_seconds() - start;
    top->final();
    return seconds;
}

}  // namespace

int main(int argc, char** argv) {
    double least = 1e9;
    for (int runs = argc > 1 ? std::atoi(argv[1]) : 1; runs > 0; --runs)
        least = std::min(least, run(argc, argv));
    std::printf("least %.9f\n", least);
    return 0;
}
