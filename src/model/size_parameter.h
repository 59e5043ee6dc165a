// SPDX-License-Identifier: Apache-2.0
// The parameter of a module that says how much it holds.
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
    bool is_logarithm = false;  // the value is the width of an address

    // What it has to be for that size, or the next one that it can give.
    std::uint64_t value_for(std::uint64_t size) const;
};

// The one that gives one of these sizes, by its value and its name.
std::optional<SizeParameter> parameter_for(const Module& module,
                                           const std::set<std::uint64_t>& sizes);

}  // namespace tapestry
