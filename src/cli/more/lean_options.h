// SPDX-License-Identifier: Apache-2.0
// How much the taps of an FPGA measure, for the commands that weave for one.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "weave/ring/link.h"

namespace tapestry {

struct LeanOptions {
    std::string measure = "lean";
    std::vector<std::string> full;
};

void add_lean_options(OptionList& app, LeanOptions& options);
void apply(const LeanOptions& options, LinkOptions& link);

}  // namespace tapestry
