// SPDX-License-Identifier: Apache-2.0
// Whether a woven text is the original plus nothing but insertions of the weaver (insertion.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weave/compare/compared_tokens.h"

namespace tapestry {

struct TextDifference {
    std::size_t line = 0;  // of the woven text
    std::string what;
};

// The first place at which it is not; nothing if there is none.
std::optional<TextDifference> first_difference(const std::vector<ComparedToken>& original,
                                               const std::vector<ComparedToken>& woven);

}  // namespace tapestry
