// SPDX-License-Identifier: Apache-2.0
// Rates of clocks, as a person writes them: `clk=100MHz`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/run.h"

namespace tapestry {

// "100MHz" or "100 MHz" in Hz; nothing for what is no rate.
std::optional<double> rate_hz_of(std::string_view text);

// Gives the clocks of that name or path their rate. A clock that is alone sets the run's time base.
// Fails with command_line_refused on a word that is no NAME=RATE, or names no clock of the run.
Result<Done> set_clock_rates(const std::vector<std::string>& words, Run& run,
                             Diagnostics& diagnostics);

}  // namespace tapestry
