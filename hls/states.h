// SPDX-License-Identifier: Apache-2.0
// The states of a kernel's controller: one for each cycle of a plain block, one for an entire
// pipeline.
#pragma once

#include "hls/schedule_kernel.h"

namespace tapestry::hls {

struct State {
    std::string name;  // LINE12_0, LOOP16_0, IDLE, DONE
    int block = -1;
    unsigned cycle = 0;
    bool is_pipeline = false;
    std::string category;    // Tapestry's category of time
    SourcePlace place;       // of its dominant operation
    std::vector<Value> ops;  // operations that start here
};

struct StateTable {
    std::vector<State> states;       // IDLE first, DONE last
    std::vector<std::size_t> first;  // by block: its first state

    std::size_t of(const KernelPlan& plan, int block, unsigned cycle) const;
};

StateTable make_states(const Kernel& kernel, const KernelPlan& plan);

}  // namespace tapestry::hls
