// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/words.h"

#include <fmt/format.h>

#include <cmath>

#include "model/hls_names.h"

namespace tapestry {

std::string percent_text(double share) { return fmt::format("{:.1f} %", share * 100); }

std::string cycles_text(double cycles) {
    std::string digits = fmt::format("{:.0f}", std::round(cycles));
    for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3)
        digits.insert(static_cast<std::size_t>(i), ",");
    return digits;
}

std::string block_text(const std::string& path) {
    const std::string loop = loop_of(path);
    return loop.empty() ? path : fmt::format("{} (the loop {})", path, loop);
}

}  // namespace tapestry
