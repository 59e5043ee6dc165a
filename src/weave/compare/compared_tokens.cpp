// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/compared_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "base/verilog_lexer.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

using Kind = ComparedToken::Kind;

// Whether two symbols mean something else with a blank between them: `a && b` is not `a & & b`,
// and `(*` begins an attribute.
bool is_one_symbol(std::string_view first, std::string_view second) {
    static constexpr std::string_view kPairs =
        "&& || == != <= >= << >> ** ~& ~| ~^ ^~ -> => :: +: -: ++ -- += -= *= /= %= &= |= ^= "
        "=? !? .* @* '{ '( (* *) *> ## |- := :/ <- ";
    const std::string pair = std::string(first) + std::string(second) + " ";
    return pair.size() == 3 && kPairs.find(pair) != std::string_view::npos;
}

bool is_lint_comment(const std::string& low) {
    static constexpr std::string_view kLint = "verilator lint_";
    return low.starts_with(kLint) && std::all_of(low.begin() + kLint.size(), low.end(), [](char c) {
               return c == '_' || c == ' ' || is_word_part(c);
           });
}

// Comments about Verilator's warnings change nothing. Any other that has a word of a tool may.
bool is_obeyed(std::string_view comment) {
    static constexpr std::array<std::string_view, 22> kWords = {
        "synopsys",  "synthesis", "pragma",  "verilator", "ambit",    "cadence",
        "xilinx",    "altera",    "intel",   "vivado",    "quartus",  "exemplar",
        "synplify",  "lattice",   "yosys",   "translate", "spyglass", "psl",
        "coverage_", "attribute", "protect", "_case"};
    // To some tools a carriage return ends a line, and what follows is no comment.
    const std::size_t turn = comment.find('\r');
    const bool turns = turn != std::string_view::npos && turn + 1 < comment.size();
    if (comment.starts_with("//") && turns) return true;
    std::string low(comment.substr(2));
    if (low.ends_with("*/")) low.resize(low.size() - 2);
    std::transform(low.begin(), low.end(), low.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (is_lint_comment(std::string(trimmed(low)))) return false;
    return std::any_of(kWords.begin(), kWords.end(),
                       [&](std::string_view word) { return low.find(word) != std::string::npos; });
}

// Directives whose whole line counts, blanks included.
bool takes_line(std::string_view token) {
    return is_one_of(token, {"`define", "`pragma", "`line", "`timescale"});
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
        const bool glued = end_of_last_ == at_ && is_one_symbol(tokens_.back().text, text);
        tokens_.push_back({kind, std::move(text), line_, glued});
        end_of_last_ = end;
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
        if (is_obeyed(comment)) return add(Kind::text, std::string(comment), at_ + size);
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
        std::size_t end = at_ + token.text.size();
        if (takes_line(token.text)) {
            end = end_of_line();
            return add(Kind::text, std::string(text_.substr(at_, end - at_)), end);
        }
        if (token.kind == VerilogToken::Kind::macro && !is_directive(token.text))
            end = end_of_arguments(end);
        add(static_cast<Kind>(token.kind), std::string(text_.substr(at_, end - at_)), end);
    }

    // A macro may make a string of its arguments, so that their blanks count.
    std::size_t end_of_arguments(std::size_t name_end) const {
        std::size_t at = name_end;
        while (at < masked_.size() && is_blank(masked_[at])) ++at;
        if (at == masked_.size() || masked_[at] != '(') return name_end;
        for (int depth = 0; at < masked_.size(); ++at) {
            if (masked_[at] == '(') ++depth;
            if (masked_[at] == ')' && --depth == 0) return at + 1;
        }
        return name_end;
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
    std::size_t end_of_last_ = std::string::npos;
};

}  // namespace

bool is_directive(std::string_view token) {
    return is_one_of(
        token, {"`ifdef", "`ifndef", "`elsif", "`else", "`endif", "`undef", "`undefineall",
                "`include", "`default_nettype", "`resetall", "`celldefine", "`endcelldefine",
                "`unconnected_drive", "`nounconnected_drive", "`begin_keywords", "`end_keywords"});
}

std::vector<ComparedToken> compared_tokens(std::string_view text) { return Reader(text).run(); }

}  // namespace tapestry
