// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/clock_rates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/codes/files.h"

namespace tapestry {

namespace {

struct Unit {
    std::string_view name;
    double hz;
};
constexpr Unit kUnits[] = {{"Hz", 1}, {"kHz", 1e3}, {"MHz", 1e6}, {"GHz", 1e9}};

std::string clock_names(const std::vector<TapClock>& clocks) {
    std::string names;
    for (const TapClock& c : clocks) names += (names.empty() ? "" : ", ") + c.name;
    return names.empty() ? "none" : names;
}

struct NamedRate {
    std::string name;
    double hz = 0;
    bool is_of(const TapClock& clock) const { return clock.name == name || clock.path == name; }
};

std::optional<NamedRate> named_rate(const std::string& word) {
    const std::size_t equals = word.rfind('=');
    if (equals == std::string::npos) return std::nullopt;
    const std::optional<double> rate = rate_hz_of(word.substr(equals + 1));
    if (!rate) return std::nullopt;
    return NamedRate{word.substr(0, equals), *rate};
}

Result<Done> refuse(const ClockRates& rates, const std::string& why, Diagnostics& diagnostics) {
    return diagnostics.report(code::command_line_refused, {}, "--clock: " + why,
                              rates.command + " ");
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

void add_clock_option(OptionList& app, ClockRates& rates) {
    rates.command = app.command();
    app.add_option("--clock", rates.words,
                   "Rate of a clock, such as clk=100MHz: the views then have times beside cycles")
        ->type_name("NAME=RATE")
        ->allow_extra_args(false);
}

void forget_clock_rates(Run& run) {
    for (RunClock& c : run.clocks) {
        c.rate_hz.reset();
        c.offset_ns.reset();
        c.uncertainty_ns = 0;
    }
}

Result<Done> check_clock_rates(const ClockRates& rates, const std::vector<TapClock>& clocks,
                               Diagnostics& diagnostics) {
    for (const std::string& word : rates.words) {
        const std::optional<NamedRate> rate = named_rate(word);
        if (!rate)
            return refuse(rates, fmt::format("'{}' is not like clk=100MHz", word), diagnostics);
        if (std::any_of(clocks.begin(), clocks.end(),
                        [&](const TapClock& c) { return rate->is_of(c); }))
            continue;
        const std::string why =
            fmt::format("the run has no clock '{}'; it has: {}", rate->name, clock_names(clocks));
        return refuse(rates, why, diagnostics);
    }
    return Done{};
}

Result<Done> set_clock_rates(const ClockRates& rates, Run& run, Diagnostics& diagnostics) {
    std::vector<TapClock> clocks;
    for (const RunClock& c : run.clocks) clocks.push_back(c.clock);
    if (const auto done = check_clock_rates(rates, clocks, diagnostics); !done)
        return done.failure();
    for (const std::string& word : rates.words) {
        const NamedRate rate = *named_rate(word);
        for (RunClock& c : run.clocks) {
            if (!rate.is_of(c.clock)) continue;
            c.rate_hz = rate.hz;
            c.uncertainty_ns = 0;
            if (run.clocks.size() == 1) c.offset_ns = 0;
        }
    }
    return Done{};
}

}  // namespace tapestry
