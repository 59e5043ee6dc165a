// SPDX-License-Identifier: Apache-2.0
// A capacity set by a parameter: the depth of a queue, or the number of outstanding transactions.
#pragma once

#include <cstdint>
#include <string>

#include "model/experiment.h"

namespace tapestry {

struct Capacity {
    std::string path;                             // of the instance with the parameter
    ExperimentKind kind = ExperimentKind::depth;  // or window
    std::string instance;
    std::string module;  // of the instance, as the source spells it
    std::string file;    // where the module is declared
    std::uint32_t line = 0;
    std::string parent;       // the module that contains the instance
    std::string parent_file;  // where that module is declared
    std::uint32_t parent_line = 0;
    std::string parameter;
    std::uint64_t value = 0;
    bool is_logarithm = false;  // the value is an address width

    // The value of the parameter for `factor` times the capacity; `factor` is a power of two.
    std::uint64_t enlarged(unsigned factor) const;
    // "DEPTH = 64 instead of 4"
    std::string change(unsigned factor) const;
};

}  // namespace tapestry
