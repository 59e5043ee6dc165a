// SPDX-License-Identifier: Apache-2.0
// The options of tapestry-hls, which `tapestry hls` has too and passes on.
#pragma once

#include <CLI/CLI.hpp>

#include "hls/front.h"

namespace tapestry::hls {

struct CommandOptions {
    FrontOptions front;
    HlsOptions hls;
    std::vector<std::string> includes, defines;
    std::string out = "out";
    bool axi = false;   // also the kernels with AXI4 masters
    bool host = false;  // also what the host program needs to run with the accelerator
};

void add_hls_options(CLI::App& app, CommandOptions& o);

// The options as words for tapestry-hls.
std::vector<std::string> words_of(const CommandOptions& o);

}  // namespace tapestry::hls
