// SPDX-License-Identifier: Apache-2.0
// Text from untrusted files, made safe to print.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tapestry {

// The length of the UTF-8 character at the start of `text`; 0 if it is malformed, a control
// character or invisible.
std::size_t character_size(std::string_view text);
// Replaces such characters by '?', and without `unicode` also every character outside ASCII.
std::string printable(std::string_view text, bool unicode = true);

}  // namespace tapestry
