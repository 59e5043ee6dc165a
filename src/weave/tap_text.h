// SPDX-License-Identifier: Apache-2.0
// The Verilog text of one tap instance.
#pragma once

#include <string>

#include "model/tap_plan.h"

namespace tapestry {

std::string tap_text(const TapSite& site, const std::string& indent, const std::string& newline);
std::string clock_text(const ClockSite& site, const std::string& indent,
                       const std::string& newline);

}  // namespace tapestry
