// SPDX-License-Identifier: Apache-2.0
// The front end, from C to kernels: clang emits IR, LLVM's passes simplify it, and the reader turns
// the result into Kernels.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "hls/network.h"
#include "hls/operators.h"

namespace tapestry::hls {

struct FrontOptions {
    std::vector<std::string> files;
    std::vector<std::string> flags;  // -I, -D and the like, as clang takes them
    std::vector<std::string> tops;   // functions to synthesise, besides every OpenMP target region
    std::vector<std::string> arguments;  // of the program, when it is run to build its network
    std::filesystem::path scratch;
    unsigned threads = 0;
};

// Reports source that cannot become hardware: where, why, and what to write instead.
Reported refuse_source(Diagnostics& diagnostics, const Place& place, const std::string& what,
                       const std::string& hint);

struct FrontResult {
    std::vector<Kernel> kernels;
    Network network;  // empty: the program has no streams
};

// Compiles the host's part of the program to host0.o, host1.o, … in `folder`.
Result<Done> compile_host(const FrontOptions& options, const std::filesystem::path& folder,
                          Diagnostics& diagnostics);

Result<FrontResult> read_kernels(const FrontOptions& options, Diagnostics& diagnostics);

}  // namespace tapestry::hls
