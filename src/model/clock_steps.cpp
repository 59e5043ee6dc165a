// SPDX-License-Identifier: Apache-2.0
#include "model/clock_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tapestry {

namespace {

// Reads a number and the character behind it.
bool take_number(std::string_view& text, char end, std::uint64_t& number) {
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto length = static_cast<std::size_t>(at - text.data());
    if (error != std::errc() || length >= text.size() || text[length] != end) return false;
    text.remove_prefix(length + 1);
    return true;
}

}  // namespace

double time_of_edge(const std::vector<ClockStep>& steps, double edge, double ns_an_edge) {
    const auto next = std::lower_bound(
        steps.begin(), steps.end(), edge,
        [](const ClockStep& s, double e) { return static_cast<double>(s.edges) < e; });
    const auto beyond = [&](const ClockStep& s, std::uint64_t ns) {
        return static_cast<double>(ns) + (edge - static_cast<double>(s.edges)) * ns_an_edge;
    };
    if (next == steps.end()) return steps.empty() ? 0 : beyond(steps.back(), steps.back().last_ns);
    if (next == steps.begin()) return beyond(*next, next->first_ns);
    const ClockStep& before = *std::prev(next);
    const double part = (edge - static_cast<double>(before.edges)) /
                        static_cast<double>(next->edges - before.edges);
    return static_cast<double>(before.last_ns) +
           part * static_cast<double>(next->first_ns - before.last_ns);
}

std::string to_text(const std::vector<ClockStep>& steps) {
    std::string text;
    for (const ClockStep& s : steps)
        text += fmt::format("{} {} {};", s.edges, s.first_ns, s.last_ns);
    return text;
}

std::optional<std::vector<ClockStep>> clock_steps_of(std::string_view text) {
    std::vector<ClockStep> steps;
    while (!text.empty()) {
        ClockStep s;
        if (!take_number(text, ' ', s.edges) || !take_number(text, ' ', s.first_ns) ||
            !take_number(text, ';', s.last_ns) || s.last_ns < s.first_ns)
            return std::nullopt;
        if (!steps.empty() && (s.edges <= steps.back().edges || s.first_ns < steps.back().last_ns))
            return std::nullopt;
        steps.push_back(s);
    }
    return steps;
}

}  // namespace tapestry
