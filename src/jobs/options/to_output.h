// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tapestry {

// To standard output. Throws std::system_error with why it did not arrive: later nobody knows, for
// a stream keeps that it failed, not why.
void to_output(const std::string& text);

}  // namespace tapestry
