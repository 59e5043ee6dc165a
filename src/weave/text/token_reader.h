// SPDX-License-Identifier: Apache-2.0
// Reads the tokens of a module's text in order: looks ahead, takes, and skips bracketed groups.
// Taking past the end sets failed() permanently.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/verilog_lexer.h"

namespace tapestry {

class TokenReader {
public:
    // The tokens of masked[from, to). Directives are left out, but all alternatives they choose
    // between are kept: which instances really exist is known from the instance tree.
    TokenReader(std::string_view masked, std::size_t from, std::size_t to);

    bool failed() const { return failed_; }
    void fail() { failed_ = true; }
    bool done() const { return next_ >= tokens_.size(); }

    std::string_view peek(std::size_t ahead = 0) const {
        return next_ + ahead < tokens_.size() ? tokens_[next_ + ahead].text : std::string_view();
    }
    std::size_t here() const { return done() ? end_ : tokens_[next_].position; }
    // The start and the end of the token taken last.
    std::size_t last() const { return next_ == 0 ? 0 : tokens_[next_ - 1].position; }
    std::size_t behind() const {
        return next_ == 0 ? 0 : tokens_[next_ - 1].position + tokens_[next_ - 1].text.size();
    }

    void take();
    bool take_if(std::string_view text);
    void take_label();  // `: name` behind an `end`, if it is there

    std::size_t mark() const { return next_; }
    void back_to(std::size_t mark) { next_ = mark; }

    void skip_group();  // from an opening bracket past its partner
    void skip_to_semicolon();
    // One token, or a whole group if it is an opening bracket.
    void skip_one();
    // The text up to one of these tokens outside brackets, as written; "" if a bracket closes, or
    // the text ends, before it.
    std::string read_up_to(std::string_view end);
    // The text from a mark up to here.
    std::string text_since(std::size_t mark) const;

private:
    std::string_view masked_;
    std::vector<VerilogToken> tokens_;
    std::size_t next_ = 0;
    std::size_t end_ = 0;
    bool failed_ = false;
};

}  // namespace tapestry
