// SPDX-License-Identifier: Apache-2.0
// The places where the body of a module mentions one of its ports.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "weave/text/block_finder.h"
#include "weave/text/module_structure.h"

namespace tapestry {

struct PortMention {
    std::size_t position = 0;
    bool in_event = false;     // inside @( )
    bool is_implicit = false;  // `.clk` that stands for `.clk(clk)`
};

// Mentions of `port` after the header, without its declaration, names after a dot, and text that
// tapestry wove.
std::vector<PortMention> mentions_of(std::string_view masked, const ModuleSpan& module,
                                     const ModuleHeader& header, const std::string& port);

}  // namespace tapestry
