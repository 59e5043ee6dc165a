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

// False if the locale asks for plain ASCII (C or POSIX). Without a locale the terminal decides, and
// those of today show UTF-8.
bool locale_has_unicode();
// Text of ours as the locale can show it: "..." for an ellipsis, "-" for a dot or dash.
std::string for_locale(std::string_view text);

}  // namespace tapestry
