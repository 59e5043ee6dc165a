// SPDX-License-Identifier: Apache-2.0
// The header of a generate loop.
#pragma once

#include <string>

#include "weave/text/token_reader.h"

namespace tapestry {

// `for (genvar = first; genvar < limit; genvar = genvar + step)`, in any of its spellings.
struct LoopHeader {
    bool regular = false;  // the other members hold
    std::string genvar;
    std::string first;
    std::string limit;
    std::string step;
    bool down = false;
    bool inclusive = false;
};

// Reads from the opening parenthesis to behind its partner.
LoopHeader read_loop_header(TokenReader& tokens);

}  // namespace tapestry
