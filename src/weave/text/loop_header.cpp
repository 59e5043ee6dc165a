// SPDX-License-Identifier: Apache-2.0
#include "weave/text/module_structure.h"

namespace tapestry {

namespace {

bool read_comparison(TokenReader& tokens, LoopHeader& loop) {
    const bool less = tokens.take_if("<");
    const bool greater = !less && tokens.take_if(">");
    loop.down = greater;
    loop.inclusive = (less || greater) && tokens.take_if("=");
    return less || greater;
}

// `i = i + 1`, `i += 1`, `i++`: the direction must be the one that the comparison needs.
bool read_step(TokenReader& tokens, LoopHeader& loop) {
    const std::string_view sign = loop.down ? "-" : "+";
    if (tokens.take_if("=")) {
        if (!tokens.take_if(loop.genvar) || !tokens.take_if(sign)) return false;
        loop.step = tokens.read_up_to(")");
        return true;
    }
    if (!tokens.take_if(sign)) return false;
    if (tokens.take_if(sign)) {
        loop.step = "1";
        return tokens.peek() == ")";
    }
    if (!tokens.take_if("=")) return false;
    loop.step = tokens.read_up_to(")");
    return true;
}

}  // namespace

LoopHeader read_loop_header(TokenReader& tokens) {
    LoopHeader loop;
    const std::size_t start = tokens.mark();
    if (!tokens.take_if("(")) {
        tokens.fail();
        return loop;
    }
    tokens.take_if("genvar");
    loop.genvar = tokens.peek();
    tokens.take();
    bool regular = tokens.take_if("=");
    loop.first = tokens.read_up_to(";");
    tokens.take();
    regular = regular && tokens.take_if(loop.genvar) && read_comparison(tokens, loop);
    loop.limit = tokens.read_up_to(";");
    tokens.take();
    regular = regular && tokens.take_if(loop.genvar) && read_step(tokens, loop);
    tokens.back_to(start);
    tokens.skip_group();
    loop.regular = regular && !loop.first.empty() && !loop.limit.empty() && !loop.step.empty();
    return loop;
}

}  // namespace tapestry
