// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tapestry::hls {

// The name of a C object as Verilog may have it.
std::string verilog_name(std::string name);

}  // namespace tapestry::hls
