// SPDX-License-Identifier: Apache-2.0
// The text of a file with states in place of its pragmas. Line numbers stay the same.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "software/cc/recap_pragma.h"
#include "software/cc/statement_extents.h"

namespace tapestry {

struct WeaveInput {
    std::string_view text;
    std::string file;    // name for messages and debuggers
    std::string header;  // path of tapestry.h
    bool is_cpp = false;
};

// Reports an error if a pragma is not followed by a statement.
Result<std::string> woven_text(const WeaveInput& input, const std::vector<RecapPragma>& pragmas,
                               const std::map<std::size_t, StatementExtent>& extents,
                               Diagnostics& diagnostics);

}  // namespace tapestry
