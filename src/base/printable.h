// SPDX-License-Identifier: Apache-2.0
// Text of a stranger's file as people are shown it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tapestry {

// The length of the UTF-8 character that `text` begins with; 0 when it is broken, a control, or
// one that is not seen.
std::size_t character_size(std::string_view text);
// Such characters become '?', and without `unicode` all beyond ASCII.
std::string printable(std::string_view text, bool unicode = true);

}  // namespace tapestry
