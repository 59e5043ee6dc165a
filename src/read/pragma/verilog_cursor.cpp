// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/verilog_cursor.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/verilog_text.h"

namespace tapestry {

int bracket(std::string_view t) {
    return t == "(" || t == "[" || t == "{" ? 1 : t == ")" || t == "]" || t == "}" ? -1 : 0;
}

VerilogCursor::VerilogCursor(std::string_view text, std::string_view masked,
                             const std::vector<VerilogToken>& tokens, std::size_t first,
                             const std::vector<PragmaComment>& pragmas)
    : text_(text), masked_(masked), tokens_(tokens), next_(first), pragmas_(pragmas) {
    while (next_pragma_ < pragmas.size() && pragmas[next_pragma_].position < tokens[first].position)
        ++next_pragma_;
}

void VerilogCursor::fail(std::string why) {
    if (why_not_.empty()) why_not_ = std::move(why);
}

void VerilogCursor::fail_here(std::string_view what) {
    fail(fmt::format("{} in line {}", what,
                     line(at_end() ? masked_.size() : tokens_[next_].position)));
}

std::size_t VerilogCursor::behind() const {
    return next_ == 0 ? 0 : tokens_[next_ - 1].position + tokens_[next_ - 1].text.size();
}

std::size_t VerilogCursor::line(std::size_t position) const { return line_of(masked_, position); }

void VerilogCursor::take() {
    if (at_end()) return fail("its text breaks off");
    ++next_;
}

bool VerilogCursor::take_if(std::string_view word) {
    if (done() || peek() != word) return false;
    ++next_;
    return true;
}

void VerilogCursor::skip_group() {
    int depth = 0;
    do {
        if (pragma_is_next()) return fail_here("a pragma stands inside an expression");
        depth += bracket(peek());
        take();
    } while (depth > 0 && !failed());
}

void VerilogCursor::skip_one() {
    if (bracket(peek()) > 0)
        skip_group();
    else
        take();
}

std::string VerilogCursor::statement_text() {
    const std::size_t from = next_;
    while (!failed() && peek() != ";") {
        if (at_end()) fail("a ';' is missing");
        if (pragma_is_next()) fail_here("a pragma stands inside a statement");
        if (!failed()) skip_one();
    }
    const std::string text = failed() ? "" : text_since(from) + ";";
    if (!failed()) take();
    return text;
}

std::string VerilogCursor::text_since(std::size_t from) const {
    if (from >= next_) return {};
    const std::size_t begin = tokens_[from].position;
    std::string text(masked_.substr(begin, behind() - begin));
    std::replace_if(text.begin(), text.end(), is_blank, ' ');
    return text;
}

std::string VerilogCursor::expression_since(std::size_t from) {
    std::string text = text_since(from);
    std::string why = why_no_condition(text, Language::verilog);
    const std::size_t begin = tokens_[from].position;
    if (text_.substr(begin, behind() - begin).find('"') != std::string_view::npos)
        why = "a string stands in it";
    if (!why.empty()) fail(fmt::format("'{}' cannot be copied: {}", text, why));
    return text;
}

std::string VerilogCursor::group() {
    const std::size_t from = next_;
    if (peek() != "(") fail_here("a '(' is missing");
    if (!failed()) skip_group();
    return failed() ? std::string() : expression_since(from);
}

bool VerilogCursor::pragma_is_next() const {
    return next_pragma_ < pragmas_.size() && !done() &&
           pragmas_[next_pragma_].position < tokens_[next_].position;
}

bool VerilogCursor::pragma_is_on(std::size_t wanted) const {
    return next_pragma_ < pragmas_.size() && (at_end() || pragma_is_next()) &&
           line(pragmas_[next_pragma_].position) == wanted;
}

ProcessStatement VerilogCursor::take_pragma() {
    ProcessStatement s;
    s.kind = ProcessStatement::Kind::pragma;
    s.pragma = next_pragma_++;
    return s;
}

}  // namespace tapestry
