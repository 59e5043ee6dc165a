// SPDX-License-Identifier: Apache-2.0
// Boxes and lines as JSON for the page, and the width of a box from the length of its label.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "show/page/dot_layout.h"
#include "show/page/json_text.h"

namespace tapestry {

inline std::string box_json(const LayoutBox& b) {
    return fmt::format("[{:.0f},{:.0f},{:.0f},{:.0f}]", b.x, b.y, b.width, b.height);
}

inline std::string line_json(const std::vector<double>& line) {
    std::vector<std::string> numbers;
    for (const double n : line) numbers.push_back(fmt::format("{:.1f}", n));
    return json_array(numbers);
}

inline double width_for(const std::string& label, double least, double most) {
    return std::clamp(28 + 8.2 * static_cast<double>(label.size()), least, most);
}

}  // namespace tapestry
