// SPDX-License-Identifier: Apache-2.0
// Messages of GHDL and of its simulations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"

namespace tapestry {

// A message of GHDL: file:line:column: text.
struct GhdlMessage {
    Place place;
    std::string text;
    bool is_error = true;
};

std::vector<GhdlMessage> ghdl_messages(const std::string& output);
// The errors without consequential ones, such as those caused by a missing library.
std::vector<GhdlMessage> causes_in(std::vector<GhdlMessage> messages);
// The last message of a failed simulation: an assertion with its place, or why it stopped.
GhdlMessage last_words(const std::string& log);
// True if that failure is the regular end: before VHDL-2008, `assert false report "End of
// simulation" severity failure` is how a simulation stops.
bool ends_by_failure(const GhdlMessage& last_words);
// The first error, or the last message if there is none.
GhdlMessage why_refused(const std::string& output);

// The messages of the first file that is refused for a reason of its own.
const std::string& cause_of(const std::vector<std::string>& outputs);

// The generic of the top without a value; empty if that is not the error.
std::string missing_generic(const std::string& output);

// The time at which a simulation reports it was stopped, in femtoseconds; 0 if it does not.
std::uint64_t end_of_simulation(std::string_view log);

}  // namespace tapestry
