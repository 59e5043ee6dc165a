// SPDX-License-Identifier: Apache-2.0
// The parameter of a module that sets its capacity.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "model/design.h"

namespace tapestry {

struct SizeParameter {
    std::string name;
    std::uint64_t value = 0;
    bool is_logarithm = false;  // the value is an address width

    // The value for that size, or for the next larger size that it can express.
    std::uint64_t value_for(std::uint64_t size) const;
};

// The parameter that gives one of these sizes, judged by its value and name.
std::optional<SizeParameter> parameter_for(const Module& module,
                                           const std::set<std::uint64_t>& sizes);

}  // namespace tapestry
