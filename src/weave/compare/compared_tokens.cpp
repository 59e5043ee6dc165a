// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/compared_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/verilog_lexer.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

using Kind = ComparedToken::Kind;

bool is_operator(std::string_view token) {
    return token.size() == 1 &&
           std::string_view("&|^~!<>=+-*/%?:#@").find(token[0]) != std::string_view::npos;
}

std::string with_single_blanks(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (!is_blank(c)) out += c;
        if (is_blank(c) && !out.empty() && out.back() != ' ') out += ' ';
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
}

// Comments about Verilator's warnings change nothing; any other directive to a tool may.
bool is_obeyed(std::string_view comment) {
    static constexpr std::array<std::string_view, 9> kWords = {
        "synopsys", "synthesis",     "pragma", "verilator", "ambit",
        "cadence",  "rtl_synthesis", "xilinx", "altera"};
    std::string low = with_single_blanks(comment.substr(2));
    std::transform(low.begin(), low.end(), low.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    low.erase(0, low.find_first_not_of(" /*@"));
    if (low.starts_with("verilator lint_")) return false;
    return low.find("translate_o") != std::string::npos ||
           std::any_of(kWords.begin(), kWords.end(),
                       [&](std::string_view word) { return low.starts_with(word); });
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text), masked_(mask_comments(text)) {}

    std::vector<ComparedToken> run() {
        while (at_ < text_.size()) {
            const bool blank = is_blank(text_[at_]);
            if (blank || is_blank(masked_[at_])) {
                blank ? pass() : hidden();
            } else {
                visible();
            }
        }
        return std::move(tokens_);
    }

private:
    void pass() {
        if (text_[at_] == '\n') ++line_;
        ++at_;
    }

    void add(Kind kind, std::string text, std::size_t end) {
        const bool op = kind == Kind::symbol && is_operator(text);
        const bool glued = op && end_of_operator_ == at_;
        tokens_.push_back({kind, std::move(text), line_, glued});
        if (op) end_of_operator_ = end;
        while (at_ < end) pass();
    }

    // A string or a comment, which is masked.
    void hidden() {
        const std::string_view rest = text_.substr(at_);
        if (rest[0] == '"')
            return add(Kind::text, std::string(rest.substr(0, string_size(rest))),
                       at_ + string_size(rest));
        const bool line = rest.starts_with("//");
        std::size_t size = rest.find(line ? "\n" : "*/", 2);
        size = size == std::string_view::npos ? rest.size() : size + (line ? 0 : 2);
        const std::string_view comment = rest.substr(0, size);
        if (is_obeyed(comment)) return add(Kind::text, with_single_blanks(comment), at_ + size);
        for (const std::size_t end = at_ + size; at_ < end;) pass();
    }

    static std::size_t string_size(std::string_view text) {
        std::size_t at = 1;
        for (; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
            if (text[at] == '\\') ++at;
        }
        return std::min(at + 1, text.size());
    }

    void visible() {
        const VerilogToken token = token_at(masked_, at_);
        if (token.text == "`define" || token.text == "`pragma" || token.text == "`line") {
            const std::size_t end = end_of_line();
            return add(Kind::text, with_single_blanks(text_.substr(at_, end - at_)), end);
        }
        add(static_cast<Kind>(token.kind), std::string(token.text), at_ + token.text.size());
    }

    // A backslash lets a definition go on in the next line.
    std::size_t end_of_line() const {
        std::size_t end = text_.find('\n', at_);
        while (end != std::string_view::npos) {
            const std::size_t last = text_.find_last_not_of("\r", end - 1);
            if (text_[last] != '\\') return end;
            end = text_.find('\n', end + 1);
        }
        return text_.size();
    }

    std::string_view text_;
    std::string masked_;
    std::vector<ComparedToken> tokens_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::size_t end_of_operator_ = std::string::npos;
};

}  // namespace

std::vector<ComparedToken> compared_tokens(std::string_view text) { return Reader(text).run(); }

}  // namespace tapestry
