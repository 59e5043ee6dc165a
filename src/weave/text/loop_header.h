// SPDX-License-Identifier: Apache-2.0
// The header of a generate loop.
#pragma once

#include <string>

#include "weave/text/token_reader.h"

namespace tapestry {

// `for (genvar = first; genvar < limit; genvar = genvar + step)`, in any of its spellings.
struct LoopHeader {
    bool regular = false;  // the header has this form, and the other members are valid
    std::string genvar;
    std::string first;
    std::string limit;
    std::string step;
    bool down = false;
    bool inclusive = false;
};

// Reads from the opening parenthesis up to and including its partner.
LoopHeader read_loop_header(TokenReader& tokens);

}  // namespace tapestry
