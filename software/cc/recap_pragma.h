// SPDX-License-Identifier: Apache-2.0
// `#pragma recap NAME CATEGORY(PEER, PURPOSE): CONDITION` in the text of a C or C++ file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

struct RecapPragma {
    std::size_t begin = 0;  // byte of its '#'
    std::size_t end = 0;    // byte behind its last character, before the newline
    std::uint32_t line = 0;
    std::string name;
    std::string category;  // TAPESTRY_TRANSFER, …
    std::string peer;      // empty: none
    std::string purpose;
    std::string condition;  // empty: always
};

// All of a file, in order; those in comments and in texts are none. Fails when one cannot be read.
Result<std::vector<RecapPragma>> recap_pragmas(std::string_view text, const std::string& file,
                                               Diagnostics& diagnostics);

// The first byte at or behind `at` that is code: no blank, no comment, no line of the preprocessor.
std::size_t next_code(std::string_view text, std::size_t at);

}  // namespace tapestry
