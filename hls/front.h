// SPDX-License-Identifier: Apache-2.0
// From C to kernels: clang makes IR, LLVM's passes clean it, and what is left is read into a
// Kernel.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "hls/network.h"
#include "hls/operators.h"

namespace tapestry::hls {

struct FrontOptions {
    std::vector<std::string> files;
    std::vector<std::string> flags;      // -I, -D and the like, as clang takes them
    std::vector<std::string> tops;       // functions, beside every OpenMP target region
    std::vector<std::string> arguments;  // of the program, where it makes a network of processes
    std::filesystem::path scratch;
    unsigned threads = 0;
};

// What cannot be hardware: where, why, and what to write instead.
void refuse_source(Diagnostics& diagnostics, const Place& place, const std::string& what,
                   const std::string& hint);

struct FrontResult {
    std::vector<Kernel> kernels;
    Network network;  // empty: a program without streams
};

// The host's half of the program, as objects host0.o, host1.o, … in `folder`.
Result<Done> compile_host(const FrontOptions& options, const std::filesystem::path& folder,
                          Diagnostics& diagnostics);

Result<FrontResult> read_kernels(const FrontOptions& options, Diagnostics& diagnostics);

}  // namespace tapestry::hls
