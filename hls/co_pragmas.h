// SPDX-License-Identifier: Apache-2.0
// `#pragma CO` leaves no trace in LLVM's IR, so it is replaced by C that does, on the same line.
#pragma once

#include <string>
#include <vector>

namespace tapestry::hls {

struct CoPragmas {
    struct Complaint {
        unsigned line = 0;
        std::string what, hint;
    };
    std::string text;  // with pragmas replaced, same line numbers; empty: no pragma
    std::vector<Complaint> complaints;
};

// UNROLL, before a loop or at the start of its body, unrolls the loop completely. PIPELINE and
// FLATTEN request what the compiler does anyway; NONRECURSIVE and SET stageDelay state what it
// finds out by itself.
CoPragmas with_co_pragmas(const std::string& text, const std::string& file);

}  // namespace tapestry::hls
