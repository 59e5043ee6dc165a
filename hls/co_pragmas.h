// SPDX-License-Identifier: Apache-2.0
// `#pragma CO` leaves no trace in IR, so it becomes C that does, on the same line.
#pragma once

#include <string>
#include <vector>

namespace tapestry::hls {

struct CoPragmas {
    struct Complaint {
        unsigned line = 0;
        std::string what, hint;
    };
    std::string text;  // with its pragmas rewritten, lines as in the file; empty: there is none
    std::vector<Complaint> complaints;
};

// UNROLL, before a loop or at the start of its body, unrolls it whole. PIPELINE and FLATTEN ask for
// what is done anyway, NONRECURSIVE and SET stageDelay for what the compiler finds out by itself.
CoPragmas with_co_pragmas(const std::string& text, const std::string& file);

}  // namespace tapestry::hls
