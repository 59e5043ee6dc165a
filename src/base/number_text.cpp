// SPDX-License-Identifier: Apache-2.0
#include "base/number_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace tapestry {

std::string thousands(std::int64_t number) {
    std::string digits = std::to_string(number);
    const std::ptrdiff_t first = number < 0 ? 1 : 0;
    for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > first; i -= 3) {
        digits.insert(static_cast<std::size_t>(i), ",");
    }
    return digits;
}

std::string duration(double ns) {
    if (ns >= 1e9) return fmt::format("{:.3f} s", ns / 1e9);
    if (ns >= 1e6) return fmt::format("{:.2f} ms", ns / 1e6);
    if (ns >= 1e3) return fmt::format("{:.1f} us", ns / 1e3);
    return fmt::format("{:.0f} ns", ns);
}

std::string percent(double share) {
    if (!(share > 0)) return "0%";
    if (share == 1) return "100%";
    if (share < 0.0005) return "<0.1%";
    if (share > 0.9995 && share < 1) return ">99.9%";
    return fmt::format("{:.1f}%", share * 100);
}

std::optional<double> read_share(std::string text) {
    const bool is_percent = text.ends_with('%');
    if (is_percent) text.pop_back();
    double share = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), share);
    if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (is_percent) share /= 100;
    return share >= 0 && share <= 1 ? std::optional(share) : std::nullopt;
}

std::string decimal(double number) {
    if (!(std::abs(number) < 9e18)) return "?";
    if (number > 0 && number < 0.005) return "<0.01";
    if (std::abs(number) < 1) return fmt::format("{:.2f}", number);
    if (std::abs(number) >= 1000) return thousands(std::llround(number));
    return fmt::format("{:.1f}", number);
}

}  // namespace tapestry
