// SPDX-License-Identifier: Apache-2.0
// What GHDL and its simulations say.
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
// The errors among them, without those that follow from others: what a library that is missing
// would have, and what was not read because of it.
std::vector<GhdlMessage> causes_in(std::vector<GhdlMessage> messages);
// What a simulation that failed says last: an assertion with its place, or why it stopped.
GhdlMessage last_words(const std::string& log);
// Whether the failure that a simulation ends with is its end: `assert false report "End of
// simulation" severity failure` is how VHDL before 2008 stops one.
bool ends_by_failure(const GhdlMessage& last_words);
// The first error, or the last words where there is none.
GhdlMessage why_refused(const std::string& output);

// Of what is said of several files that are refused, that of the first one which is refused for a
// reason of its own.
const std::string& cause_of(const std::vector<std::string>& outputs);

// The generic of a top that has no value; empty when that is not the trouble.
std::string missing_generic(const std::string& output);

// When a simulation says that it was stopped, in femtoseconds; 0 when it does not say.
std::uint64_t end_of_simulation(std::string_view log);

}  // namespace tapestry
