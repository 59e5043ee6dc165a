// SPDX-License-Identifier: Apache-2.0
// Generics that GHDL cannot set on its command line (reals, times, vectors and records): a copy of
// the text has their values as defaults. Line numbers stay the same.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace tapestry {

// The VHDL literal of a value printed by GHDL; nothing if it is not a real, time, string or vector,
// or if a real has so many digits that it may be truncated.
std::optional<std::string> literal_of(const std::string& printed);

// Names of the elements of records, by their types. GHDL prints a whole real like an integer.
struct RecordElements {
    std::set<std::string> real;
    std::set<std::string> other;
};
void add_record_elements(std::string_view text, RecordElements& elements);

// The same for a record or array too; nothing if the type of a number in it is not clear.
std::optional<std::string> literal_of(const std::string& printed, const RecordElements& elements);

// The text with that default for `generic` of `entity` (both in lower case); nothing if it is not
// declared there, or in one declaration with others.
std::optional<std::string> with_default(std::string_view text, const std::string& entity,
                                        const std::string& generic, const std::string& literal);

}  // namespace tapestry
