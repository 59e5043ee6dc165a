// SPDX-License-Identifier: Apache-2.0
// Where statements of a C or C++ file end, as clang reads it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace tapestry {

struct StatementExtent {
    std::size_t end = 0;  // behind its last byte; its ';' may follow
    bool takes_semicolon = true;
    bool declares = false;  // names that the statements behind it use
    bool is_label = false;
};

// By the byte at which they begin, the outermost of those that begin there. Fails when the file
// cannot be read at all; what clang finds wrong in it is for the user's compiler to say.
Result<std::map<std::size_t, StatementExtent>> statement_extents(
    const std::string& file, const std::vector<std::string>& arguments);

}  // namespace tapestry
