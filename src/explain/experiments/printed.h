// SPDX-License-Identifier: Apache-2.0
// Whether a testbench printed the same in two runs, but for times.
#pragma once

#include <string>

namespace tapestry {

// The first thing that differs, as a clause; empty: nothing does. Words must be the same. A decimal
// number may be a time or a count of cycles, so that it may differ by up to `factor`.
std::string printed_difference(const std::string& plain, const std::string& trial, double factor);

}  // namespace tapestry
