// SPDX-License-Identifier: Apache-2.0
// `#pragma CO` leaves no trace in IR, so it becomes C that does, on the same line.
#pragma once

#include <string>

namespace tapestry::hls {

// The text with its pragmas rewritten, lines as in `file`. UNROLL, before a loop or at the start of
// its body, unrolls it whole. PIPELINE asks for what is done anyway. Empty: there is none.
std::string with_co_pragmas(const std::string& text, const std::string& file);

}  // namespace tapestry::hls
