// SPDX-License-Identifier: Apache-2.0
// The statement that instances a module: MODULE [#(…)] NAME [range] (…), NAME (…);
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
    bool opaque = false;  // a macro stands where the kind of connection is to be seen
    std::size_t connections = 0;
};

// The instances of one statement, read up to behind its semicolon. Empty when the statement is
// something else; then tokens have been taken all the same.
std::vector<InstanceText> read_instances(TokenReader& tokens);

}  // namespace tapestry
