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

// True if the text may contain a pragma; if false, it needs no further processing.
bool mentions_pragma(std::string_view text);

// All pragmas of a text, in order, ignoring strings. Each malformed one is reported, and then there
// is no result.
Result<std::vector<PragmaComment>> pragma_comments(std::string_view text, const std::string& file,
                                                   Language language, Diagnostics& diagnostics);

// Why an expression cannot be copied into the text of a process: it must end where it seems to,
// have no side effects, and call no system task. Empty if it can.
std::string why_no_condition(std::string_view expression, Language language);

}  // namespace tapestry
