// SPDX-License-Identifier: Apache-2.0
#include "tool/clock_rates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/codes.h"

namespace tapestry {

namespace {

struct Unit {
    std::string_view name;
    double hz;
};
constexpr Unit kUnits[] = {{"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}};

std::string clock_names(const Run& run) {
    std::string names;
    for (const RunClock& c : run.clocks) names += (names.empty() ? "" : ", ") + c.clock.name;
    return names.empty() ? "none" : names;
}

Result<Done> refuse(const std::string& why, Diagnostics& diagnostics) {
    diagnostics.report(Code::command_line_refused, {}, "--clock: " + why, "analyse ");
    return failure;
}

}  // namespace

std::optional<double> rate_hz_of(std::string_view text) {
    const std::string copy(text);
    char* end = nullptr;
    const double number = std::strtod(copy.c_str(), &end);
    const std::string_view rest = end;
    const std::string_view unit = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
    for (const Unit& u : kUnits) {
        const double rate = number * u.hz;
        if (unit == u.name && end != copy.c_str() && std::isfinite(rate) && rate > 0) return rate;
    }
    return std::nullopt;
}

Result<Done> set_clock_rates(const std::vector<std::string>& words, Run& run,
                             Diagnostics& diagnostics) {
    for (const std::string& word : words) {
        const std::size_t equals = word.rfind('=');
        const std::string name = word.substr(0, equals);
        const std::optional<double> rate =
            equals == std::string::npos ? std::nullopt : rate_hz_of(word.substr(equals + 1));
        if (!rate) return refuse(fmt::format("'{}' is not like clk=100MHz", word), diagnostics);
        bool known = false;
        for (RunClock& c : run.clocks) {
            if (c.clock.name != name && c.clock.path != name) continue;
            known = true;
            c.rate_hz = rate;
            c.uncertainty_ns = 0;
            if (run.clocks.size() == 1) c.offset_ns = 0;
        }
        if (!known)
            return refuse(
                fmt::format("the run has no clock '{}'; it has: {}", name, clock_names(run)),
                diagnostics);
    }
    return Done{};
}

}  // namespace tapestry
