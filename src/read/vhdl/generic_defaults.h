// SPDX-License-Identifier: Apache-2.0
// Generics whose values GHDL takes from no command line, reals, times and vectors: a copy of the
// text has them as defaults. Every line stays where it was.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tapestry {

// The literal of a value as GHDL prints it; nothing for what is no real, time, string or vector,
// and for a real of so many digits that it may be cut off.
std::optional<std::string> literal_of(const std::string& printed);

// The text in which `generic` of `entity` (both in lower case) has that default; nothing when it is
// not declared there, or together with others.
std::optional<std::string> with_default(std::string_view text, const std::string& entity,
                                        const std::string& generic, const std::string& literal);

}  // namespace tapestry
