// SPDX-License-Identifier: Apache-2.0
// Rates of clocks, as a person writes them: `clk=100MHz`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "jobs/options/options.h"
#include "model/run.h"

namespace tapestry {

// Forgets what a run says of its rates, where the time of the simulation is not that of the design.
void forget_clock_rates(Run& run);

// "100MHz" or "100 MHz" in Hz; nothing for what is no rate.
std::optional<double> rate_hz_of(std::string_view text);

// What the user says of clocks, and to which command.
struct ClockRates {
    std::vector<std::string> words;
    std::string command;
};
void add_clock_option(OptionList& app, ClockRates& rates);

// Fails with command_line_refused on a word that is no NAME=RATE, or names none of the clocks: what
// takes long asks this first.
Result<Done> check_clock_rates(const ClockRates& rates, const std::vector<TapClock>& clocks,
                               Diagnostics& diagnostics);
// Gives the clocks of that name or path their rate, after the same check. A clock that is alone
// sets the run's time base.
Result<Done> set_clock_rates(const ClockRates& rates, Run& run, Diagnostics& diagnostics);

}  // namespace tapestry
