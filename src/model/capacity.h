// SPDX-License-Identifier: Apache-2.0
// Capacity that a parameter gives: how deep a queue is, or how much may be under way at once.
#pragma once

#include <cstdint>
#include <string>

#include "model/experiment.h"

namespace tapestry {

struct Capacity {
    std::string path;                             // of the instance that has the parameter
    ExperimentKind kind = ExperimentKind::depth;  // or window
    std::string instance;
    std::string module;  // of the instance, as the source spells it,
    std::string file;    // with its place
    std::uint32_t line = 0;
    std::string parent;       // the module in which the instance stands,
    std::string parent_file;  // with its place
    std::uint32_t parent_line = 0;
    std::string parameter;
    std::uint64_t value = 0;
    bool is_logarithm = false;  // the value is the width of an address

    // What the parameter becomes for so many times the room; `factor` is a power of two.
    std::uint64_t enlarged(unsigned factor) const;
    // "DEPTH = 64 instead of 4"
    std::string change(unsigned factor) const;
};

}  // namespace tapestry
