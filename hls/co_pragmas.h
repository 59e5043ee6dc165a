// SPDX-License-Identifier: Apache-2.0
// `#pragma CO` and `#pragma HLS` leave no trace in LLVM's IR, so they are replaced by C that does,
// on the same line.
#pragma once

#include <string>
#include <vector>

namespace tapestry::hls {

// What stands for an interval in a loop of which no condition asks for one, and of which one asks
// for no pipeline.
inline constexpr unsigned kIntervalOpen = 1000001, kIntervalOff = 1000002;

struct CoPragmas {
    struct Complaint {
        unsigned line = 0;
        std::string what, hint;
    };
    std::string text;  // with pragmas replaced, same line numbers; empty: no pragma
    bool is_for_vitis = false;
    std::vector<Complaint> complaints;
};

// UNROLL, before a loop or at the start of its body, unrolls the loop completely. PIPELINE and
// FLATTEN request what the compiler does anyway; NONRECURSIVE and SET stageDelay state what it
// finds out by itself. Of Vitis' pragmas, UNROLL, PIPELINE, ARRAY_PARTITION, ARRAY_RESHAPE, STREAM
// and the bundles of INTERFACE have an effect; the others are about what the compiler decides by
// itself. None changes a result.
CoPragmas with_co_pragmas(const std::string& text, const std::string& file);

}  // namespace tapestry::hls
