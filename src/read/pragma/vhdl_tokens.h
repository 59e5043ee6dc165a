// SPDX-License-Identifier: Apache-2.0
// The tokens of VHDL text, including strings and characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

struct VhdlToken {
    std::string word;  // in lower case; strings and characters unchanged
    std::size_t position = 0;
    std::size_t end = 0;
};

// Comments are left out.
std::vector<VhdlToken> vhdl_tokens(std::string_view text);

}  // namespace tapestry
