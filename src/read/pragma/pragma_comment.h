// SPDX-License-Identifier: Apache-2.0
// `pragma recap NAME CATEGORY(PEER, PURPOSE) … : CONDITION -> NEXT, …` in the comments of a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/pragma.h"

namespace tapestry {

enum class Language { verilog, vhdl };

struct PragmaComment {
    std::size_t position = 0;  // of the comment
    Pragma pragma;
};

// Whether the text may hold a pragma; where it does not, no other look at it is needed.
bool mentions_pragma(std::string_view text);

// All of a text, in order; what stands in strings is none. Each that cannot be read is reported,
// and then there is no result.
Result<std::vector<PragmaComment>> pragma_comments(std::string_view text, const std::string& file,
                                                   Language language, Diagnostics& diagnostics);

// What is wrong with an expression that is to be copied into the text of a process: it must end
// where it seems to, change nothing, and call no task of the system. Empty when nothing is.
std::string why_no_condition(std::string_view expression, Language language);

}  // namespace tapestry
