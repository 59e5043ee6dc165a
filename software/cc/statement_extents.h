// SPDX-License-Identifier: Apache-2.0
// Where statements of a C or C++ file end, according to clang.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace tapestry {

struct StatementExtent {
    std::size_t end = 0;  // offset past its last byte, before its ';'
    bool takes_semicolon = true;
    bool declares = false;  // names that later statements use
    bool is_label = false;
};

// By the offset at which they begin; of several, the outermost. Fails if the file cannot be parsed
// at all; the user's compiler reports its errors.
std::optional<std::map<std::size_t, StatementExtent>> statement_extents(
    const std::string& file, const std::vector<std::string>& arguments);

}  // namespace tapestry
