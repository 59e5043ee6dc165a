// SPDX-License-Identifier: Apache-2.0
// Generics that GHDL cannot set on its command line (reals, times and vectors): a copy of the text
// has their values as defaults. Line numbers stay the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tapestry {

// The VHDL literal of a value printed by GHDL; nothing if it is not a real, time, string or vector,
// or if a real has so many digits that it may be truncated.
std::optional<std::string> literal_of(const std::string& printed);

// The text with that default for `generic` of `entity` (both in lower case); nothing if it is not
// declared there, or in one declaration with others.
std::optional<std::string> with_default(std::string_view text, const std::string& entity,
                                        const std::string& generic, const std::string& literal);

}  // namespace tapestry
