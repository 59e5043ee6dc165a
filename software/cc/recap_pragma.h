// SPDX-License-Identifier: Apache-2.0
// Parses `#pragma recap NAME CATEGORY(PEER, PURPOSE) [CATEGORY(…) …]: CONDITION` in a C or C++
// file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

// What a state is for one peer.
struct RecapClass {
    std::string word;     // send, wait_recv, …
    std::string peer;     // empty: none
    std::string purpose;  // empty: none
};

struct RecapPragma {
    std::size_t begin = 0;  // offset of its '#'
    std::size_t end = 0;    // offset past its last character, before the newline
    std::uint32_t line = 0;
    std::string name;
    std::string category;             // of the first class: TAPESTRY_TRANSFER, …
    std::vector<RecapClass> classes;  // at least one
    std::string condition;            // empty: always
};

// All pragmas of a file, in order; comments and string literals are skipped. Fails on a malformed
// one.
Result<std::vector<RecapPragma>> recap_pragmas(std::string_view text, const std::string& file,
                                               Diagnostics& diagnostics);

// The offset of the first code at or after `at`: not a blank, comment or preprocessor line.
std::size_t next_code(std::string_view text, std::size_t at);

}  // namespace tapestry
