// SPDX-License-Identifier: Apache-2.0
#include "model/capacity.h"

#include <fmt/format.h>

#include <bit>

namespace tapestry {

std::uint64_t Capacity::enlarged(unsigned factor) const {
    return is_logarithm ? value + static_cast<std::uint64_t>(std::countr_zero(factor))
                        : value * factor;
}

std::string Capacity::change(unsigned factor) const {
    return fmt::format("{} = {} instead of {}", parameter, enlarged(factor), value);
}

}  // namespace tapestry
