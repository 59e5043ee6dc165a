// SPDX-License-Identifier: Apache-2.0
// Latency and delay of each operation, and which ones are done by units of the library.
#pragma once

#include "hls/cdfg.h"

namespace tapestry::hls {

struct HlsOptions {
    double clock_ns = 10;
    unsigned memory_latency = 4;  // cycles the schedule assumes for an external read
    unsigned threads = 0;         // 0: as in the program
    unsigned threads_per_datapath = 1;
    bool pipeline = true;
    bool flatten = true;  // merge loops into the pipeline of their inner loop
};

struct Timing {
    unsigned latency = 0;
    double delay_ns = 0;
    double ready_ns = 0;
};
// The latency counts steps of a thread: threads that share a datapath take turns between its steps.
Timing timing_of(const Kernel& kernel, const Op& op, const HlsOptions& options);
// Latency in clock cycles.
unsigned clock_cycles_of(const Kernel& kernel, const Op& op, const HlsOptions& options);

// Threads per datapath, the same for every datapath of the kernel.
unsigned threads_sharing(const Kernel& kernel, const HlsOptions& options);

// Whether the operation uses an instance of a library module, which several operations may share.
bool is_unit(const Op& op, const Kernel& kernel);

// Bits of the operands: the result of a comparison is narrower than its operands.
unsigned operand_width(const Kernel& kernel, const Op& op);

}  // namespace tapestry::hls
