// SPDX-License-Identifier: Apache-2.0
// A clock that does not run evenly beside software, as that of a simulation which only runs while
// it is called: the moments at which its edges are known, and straight lines between them. A stop
// is an edge that lasts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

struct ClockStep {
    std::uint64_t edges = 0;
    std::uint64_t first_ns = 0;  // the counter is known to have this value from then on,
    std::uint64_t last_ns = 0;   // until then
    bool operator==(const ClockStep&) const = default;
};

// The time of an edge; `ns_an_edge` applies before the first step and after the last one.
double time_of_edge(const std::vector<ClockStep>& steps, double edge, double ns_an_edge);

// As stored among the facts of a run, under "clock_steps." and the number of the clock.
inline constexpr std::string_view kClockSteps = "clock_steps.";
std::string to_text(const std::vector<ClockStep>& steps);
// Nothing if the text is something else, or the steps do not grow.
std::optional<std::vector<ClockStep>> clock_steps_of(std::string_view text);

}  // namespace tapestry
