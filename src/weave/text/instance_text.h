// SPDX-License-Identifier: Apache-2.0
// An instantiation statement: MODULE [#(…)] NAME [range] (…), NAME (…);
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "weave/text/token_reader.h"

namespace tapestry {

struct InstanceText {
    std::string module;
    std::string name;
    std::string range;  // "3:0" of an array
    std::size_t connections_close = 0;
    bool named = false;
    bool opaque = false;  // a macro hides whether connections are named
    std::size_t connections = 0;
};

// Reads the instances of one statement and its semicolon. Empty if the statement is something else;
// tokens are consumed in this case too.
std::vector<InstanceText> read_instances(TokenReader& tokens);

}  // namespace tapestry
