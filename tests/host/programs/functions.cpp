// SPDX-License-Identifier: Apache-2.0
// Functions that call each other; `tiny` is too short to be a state.
#include <ctime>

namespace {

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

__attribute__((noinline)) int tiny(int x) { return x * 3 + 1; }

__attribute__((noinline)) void work() {
    volatile int sum = 0;
    const double start = processor_seconds();
    while (processor_seconds() < start + 0.003)
        for (int i = 0; i < 100; ++i) sum = tiny(sum);
}

__attribute__((noinline)) void outer() {
    for (int i = 0; i < 3; ++i) work();
}

int main() {
    outer();
    outer();
}
