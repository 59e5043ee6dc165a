// SPDX-License-Identifier: Apache-2.0
// Which Verilog name holds a value at the time it is used, and which registers that requires.
//
// A value v7 is a wire in the cycle in which it arrives. Later in a plain block, and in other
// blocks, it is the register r7. In a pipeline a new value arrives every interval, so r7_1 holds
// the latest, r7_2 the one before it; r7 keeps the last valid one for the blocks after the loop.
#pragma once

#include <map>

#include "hls/states.h"

namespace tapestry::hls {

class ValueNames {
public:
    ValueNames(const Kernel& kernel, const KernelPlan& plan);

    // The value that block `block` sees in its cycle `time`, `distance` iterations later.
    std::string at(Value v, int block, unsigned time, unsigned distance = 0) const;
    // The value on exit from the pipeline `block`.
    std::string at_exit(Value v, int block) const;

    bool has_register(Value v) const { return registers_.at(static_cast<std::size_t>(v)).kept; }
    unsigned versions(Value v) const { return registers_.at(static_cast<std::size_t>(v)).versions; }
    // Pipeline depth in whole intervals.
    unsigned stages(int block) const;

private:
    struct Registers {
        bool kept = false;
        unsigned versions = 0;
    };
    void use(Value v, int block, unsigned time, unsigned distance);
    void use_all();
    void keep_latest(Value v, int block);
    unsigned version(Value v, unsigned time, unsigned distance) const;

    const Kernel& kernel_;
    const KernelPlan& plan_;
    std::vector<Registers> registers_;
};

}  // namespace tapestry::hls
