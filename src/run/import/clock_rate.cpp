// SPDX-License-Identifier: Apache-2.0
#include "run/import/clock_rate.h"

#include <algorithm>

namespace tapestry {

namespace {

struct Unit {
    std::string_view name;
    double ns;
};
constexpr Unit kUnits[] = {{"s", 1e9}, {"ms", 1e6},  {"us", 1e3},
                           {"ns", 1},  {"ps", 1e-3}, {"fs", 1e-6}};

}  // namespace

std::optional<double> timescale_ns(std::string_view timescale) {
    const std::size_t digits = std::min(timescale.find_first_not_of("10"), timescale.size());
    const std::string_view number = timescale.substr(0, digits);
    const double factor = number == "1" ? 1 : number == "10" ? 10 : number == "100" ? 100 : 0;
    for (const Unit& unit : kUnits) {
        if (factor > 0 && timescale.substr(digits) == unit.name) return factor * unit.ns;
    }
    return std::nullopt;
}

bool is_even(const EdgeTimes& times) {
    return times.edges >= 2 && times.shortest > 0 && times.longest - times.shortest <= 1;
}

std::optional<ClockRate> clock_rate(const EdgeTimes& times, std::string_view timescale) {
    const std::optional<double> unit = timescale_ns(timescale);
    if (!unit || !is_even(times)) return std::nullopt;
    const double span_ns = static_cast<double>(times.last - times.first) * *unit;
    return ClockRate{static_cast<double>(times.edges - 1) * 1e9 / span_ns,
                     static_cast<double>(times.first) * *unit,
                     times.longest == times.shortest ? 0 : *unit};
}

}  // namespace tapestry
