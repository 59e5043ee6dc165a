// SPDX-License-Identifier: Apache-2.0
// Names of a stranger's file on their way into another one.
#pragma once

#include <string>
#include <string_view>

#include "report/ink.h"

namespace tapestry {

// Control characters and bytes that are no UTF-8 become '?': every format here is text in lines, or
// demands UTF-8.
inline std::string utf8(std::string_view text) { return Ink(ReportStyle{}).printable(text); }

}  // namespace tapestry
