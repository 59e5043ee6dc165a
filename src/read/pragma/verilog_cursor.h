// SPDX-License-Identifier: Apache-2.0
// Walks over the tokens of a Verilog process and the pragmas between them. The first error is
// final: it is the reason why the process cannot be read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/verilog_lexer.h"
#include "read/pragma/statement.h"

namespace tapestry {

class VerilogCursor {
public:
    VerilogCursor(std::string_view text, std::string_view masked,
                  const std::vector<VerilogToken>& tokens, std::size_t first,
                  const std::vector<PragmaComment>& pragmas);

    const std::string& why_not() const { return why_not_; }
    bool failed() const { return !why_not_.empty(); }
    void fail(std::string why);
    void fail_here(std::string_view what);  // with the line number

    bool at_end() const { return next_ >= tokens_.size(); }
    bool done() const { return at_end() || failed(); }
    std::string_view peek(std::size_t ahead = 0) const {
        return next_ + ahead < tokens_.size() ? tokens_[next_ + ahead].text : std::string_view();
    }
    std::string_view last() const { return next_ == 0 ? "" : tokens_[next_ - 1].text; }
    const VerilogToken& token(std::size_t i) const { return tokens_[i]; }
    std::size_t mark() const { return next_; }
    std::size_t behind() const;  // the position after the last token
    std::string_view masked() const { return masked_; }

    void take();
    bool take_if(std::string_view word);
    void skip_one();  // one token, or a whole bracketed group
    // A statement up to and including its semicolon.
    std::string statement_text();

    // The text from a mark to the current position, on one line; the second function fails if it
    // cannot be copied.
    std::string text_since(std::size_t mark) const;
    std::string expression_since(std::size_t mark);
    std::string group();  // `( … )`, copied

    bool pragma_is_next() const;
    bool pragma_is_on(std::size_t line) const;  // the next pragma, if it precedes the next token
    ProcessStatement take_pragma();
    std::size_t line(std::size_t position) const;

private:
    void skip_group();

    std::string_view text_;
    std::string_view masked_;  // without comments and strings
    const std::vector<VerilogToken>& tokens_;
    std::size_t next_;
    const std::vector<PragmaComment>& pragmas_;
    std::size_t next_pragma_ = 0;
    std::string why_not_;
};

// 1 for an opening bracket, -1 for a closing one.
int bracket(std::string_view token);

}  // namespace tapestry
