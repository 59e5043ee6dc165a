// SPDX-License-Identifier: Apache-2.0
// What each operation costs in time, and which unit of the library carries it out.
#pragma once

#include "hls/cdfg.h"

namespace tapestry::hls {

struct HlsOptions {
    double clock_ns = 10;
    unsigned memory_latency = 4;  // cycles the schedule expects an external read to take
    unsigned threads = 0;         // 0: as the program says
    unsigned threads_per_datapath = 1;
    bool pipeline = true;
    bool flatten = true;  // a loop around a pipeline becomes part of it
};

struct Timing {
    unsigned latency = 0;
    double delay_ns = 0;
    double ready_ns = 0;
};
// In steps of a thread: where threads share a datapath, the others move between two of its steps.
Timing timing_of(const Kernel& kernel, const Op& op, const HlsOptions& options);
// Cycles of the clock from the start of an operation to its result.
unsigned clock_cycles_of(const Kernel& kernel, const Op& op, const HlsOptions& options);

// How many threads of the kernel share a datapath: all datapaths have equally many.
unsigned threads_sharing(const Kernel& kernel, const HlsOptions& options);

// Whether the operation is done by an instance of a library module that several operations may
// share.
bool is_unit(const Op& op, const Kernel& kernel);

// Bits of the operands; the result of a comparison is narrower than what it compares.
unsigned operand_width(const Kernel& kernel, const Op& op);

}  // namespace tapestry::hls
