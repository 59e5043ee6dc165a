// SPDX-License-Identifier: Apache-2.0
// The options of tapestry-hls. `tapestry hls` accepts the same ones and passes them on.
#pragma once

#include <CLI/CLI.hpp>

#include "hls/front.h"

namespace tapestry::hls {

struct CommandOptions {
    FrontOptions front;
    HlsOptions hls;
    std::vector<std::string> includes, defines;
    std::string out = "out";
    bool axi = false;   // also write the kernels with AXI4 masters
    bool host = false;  // also write the files that the host program needs
};

void add_hls_options(CLI::App& app, CommandOptions& o);

// The command line of tapestry-hls for these options.
std::vector<std::string> words_of(const CommandOptions& o);

}  // namespace tapestry::hls
