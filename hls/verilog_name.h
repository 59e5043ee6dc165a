// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tapestry::hls {

// A legal Verilog identifier for the name of a C object.
std::string verilog_name(std::string name);

}  // namespace tapestry::hls
