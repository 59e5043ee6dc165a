// SPDX-License-Identifier: Apache-2.0
#include "analyse/words.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace tapestry {

std::string percent_text(double share) { return fmt::format("{:.1f} %", share * 100); }

std::string cycles_text(double cycles) {
    std::string digits = fmt::format("{:.0f}", std::round(cycles));
    for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
        digits.insert(static_cast<std::size_t>(i), ",");
    return digits;
}

std::string block_text(const std::string& path) {
    constexpr std::string_view pipeline = "_Pipeline_", unit = "_fu_";
    const std::size_t name = path.rfind('.') + 1;
    const std::size_t from = path.find(pipeline, name), to = path.rfind(unit);
    const bool is_loop = path.compare(name, 4, "grp_") == 0 && from != path.npos &&
                         to != path.npos && to > from + pipeline.size();
    if (!is_loop) return path;
    const std::size_t at = from + pipeline.size();
    return fmt::format("{} (the loop {})", path, path.substr(at, to - at));
}

}  // namespace tapestry
