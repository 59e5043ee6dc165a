// SPDX-License-Identifier: Apache-2.0
#include "base/time_text.h"

#include <charconv>
#include <limits>
#include <utility>

namespace tapestry {

std::uint64_t femtoseconds(std::string_view text) {
    constexpr std::pair<std::string_view, std::uint64_t> units[] = {{"fs", 1},
                                                                    {"ps", 1'000},
                                                                    {"ns", 1'000'000},
                                                                    {"us", 1'000'000'000},
                                                                    {"ms", 1'000'000'000'000},
                                                                    {"s", 1'000'000'000'000'000}};
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return 0;
    std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    if (unit.starts_with(' ')) unit.remove_prefix(1);
    for (const auto& [name, factor] : units)
        if (unit.starts_with(name) && number <= std::numeric_limits<std::uint64_t>::max() / factor)
            return number * factor;
    return 0;
}

}  // namespace tapestry
