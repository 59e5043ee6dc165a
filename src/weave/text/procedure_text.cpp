// SPDX-License-Identifier: Apache-2.0
#include "weave/text/procedure_text.h"

#include <utility>

namespace tapestry {

namespace {

constexpr int kDeepestStatement = 200;

int depth_change(std::string_view word) {
    constexpr std::array<std::string_view, 6> kOpen = {"begin", "fork",  "case",
                                                       "casez", "casex", "randcase"};
    constexpr std::array<std::string_view, 5> kClose = {"end", "endcase", "join", "join_any",
                                                        "join_none"};
    return is_one_of(word, kOpen) ? 1 : is_one_of(word, kClose) ? -1 : 0;
}

void skip_nested(TokenReader& tokens) {  // begin … end, case … endcase, fork … join
    int depth = 0;
    do {
        if (tokens.done()) return tokens.fail();
        depth += depth_change(tokens.peek());
        tokens.take();
    } while (depth > 0);
    tokens.take_label();
}

void skip_control(TokenReader& tokens) {
    tokens.take();
    while (tokens.peek() == "@" || tokens.peek() == "#") tokens.take();
    if (tokens.peek() == "(")
        tokens.skip_group();
    else
        tokens.take();
    while (tokens.peek() == "." || tokens.peek() == "[") {  // @bus.clk, @q[0]
        const bool member = tokens.peek() == ".";
        tokens.skip_one();
        if (member) tokens.take();
    }
}

void skip_statement(TokenReader& tokens, int depth) {
    constexpr std::array<std::string_view, 5> kWithGroup = {"for", "while", "repeat", "foreach",
                                                            "wait"};
    constexpr std::array<std::string_view, 4> kPrefix = {"unique", "unique0", "priority",
                                                         "forever"};
    if (depth > kDeepestStatement) tokens.fail();
    if (tokens.failed()) return;
    while (is_one_of(tokens.peek(), kPrefix)) tokens.take();
    // `begin : name` opens a block that has a name; any other word before a colon is a label.
    if (is_identifier(tokens.peek()) && depth_change(tokens.peek()) == 0 && tokens.peek(1) == ":" &&
        tokens.peek(2) != ":")
        tokens.back_to(tokens.mark() + 2);
    if (tokens.peek() == "@" || tokens.peek() == "#") {
        skip_control(tokens);
        skip_statement(tokens, depth + 1);
    } else if (depth_change(tokens.peek()) > 0) {
        skip_nested(tokens);
    } else if (tokens.take_if("if")) {
        tokens.skip_group();
        skip_statement(tokens, depth + 1);
        if (tokens.take_if("else")) skip_statement(tokens, depth + 1);
    } else if (is_one_of(tokens.peek(), kWithGroup)) {
        tokens.take();
        tokens.skip_group();
        skip_statement(tokens, depth + 1);
    } else {
        tokens.skip_to_semicolon();
    }
}

}  // namespace

bool starts_procedure(std::string_view word) {
    constexpr std::array<std::string_view, 9> kWords = {"always",       "always_ff", "always_comb",
                                                        "always_latch", "initial",   "final",
                                                        "assert",       "assume",    "cover"};
    return is_one_of(word, kWords);
}

std::string_view end_word_of(std::string_view word) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kPairs = {
        {{"function", "endfunction"},
         {"task", "endtask"},
         {"specify", "endspecify"},
         {"property", "endproperty"},
         {"sequence", "endsequence"},
         {"class", "endclass"},
         {"covergroup", "endgroup"},
         {"clocking", "endclocking"},
         {"checker", "endchecker"}}};
    for (const auto& [open, close] : kPairs) {
        if (open == word) return close;
    }
    return {};
}

void skip_statement(TokenReader& tokens) { skip_statement(tokens, 1); }

void skip_past(TokenReader& tokens, std::string_view end_word) {
    while (!tokens.done() && tokens.peek() != end_word) tokens.take();
    tokens.take();
    tokens.take_label();
}

}  // namespace tapestry
