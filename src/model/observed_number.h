// SPDX-License-Identifier: Apache-2.0
// How taps calculate what they take as a number: values, sums and traces.
#pragma once

#include <string>

namespace tapestry {

// No operator stands in it: a name, or a constant.
inline bool is_plain_expression(const std::string& text) {
    return text.find_first_of(" +-*/%~&|^<>?=!(") == std::string::npos;
}

// Numbers are calculated in 64 bits, without sign, whatever the port takes of them; Yosys does not
// take the width of a port for that of the expression. What is only named is extended by its own
// sign. Woven text and import calculate this text.
inline std::string observed_number(const std::string& text) {
    return is_plain_expression(text) ? text : "64'd0 + (" + text + ")";
}

}  // namespace tapestry
