// SPDX-License-Identifier: Apache-2.0
#include "weave/text/token_reader.h"

namespace tapestry {

namespace {

bool opens(std::string_view t) { return t == "(" || t == "[" || t == "{"; }
bool closes(std::string_view t) { return t == ")" || t == "]" || t == "}"; }

// The end of a directive that extends to the end of its line, with continuation lines.
std::size_t end_of_line(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] != '\n' || (at > 0 && text[at - 1] == '\\'))) ++at;
    return at;
}

std::size_t end_of_argument(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return end_of_word(text, at);
}

// The position after a directive and its arguments; after the token itself if it is none.
std::size_t end_of_directive(std::string_view text, const VerilogToken& token, bool& is_directive) {
    constexpr std::array<std::string_view, 3> kWholeLine = {"`define", "`include", "`timescale"};
    constexpr std::array<std::string_view, 5> kOneArgument = {"`undef", "`ifdef", "`ifndef",
                                                              "`elsif", "`default_nettype"};
    constexpr std::array<std::string_view, 4> kAlone = {"`else", "`endif", "`celldefine",
                                                        "`endcelldefine"};
    const std::size_t behind = token.position + token.text.size();
    is_directive = true;
    if (is_one_of(token.text, kWholeLine)) return end_of_line(text, token.position);
    if (is_one_of(token.text, kOneArgument)) return end_of_argument(text, behind);
    is_directive = is_one_of(token.text, kAlone);
    return behind;
}

}  // namespace

TokenReader::TokenReader(std::string_view masked, std::size_t from, std::size_t to)
    : masked_(masked), end_(to) {
    const std::string_view text = masked.substr(0, to);
    for (std::size_t at = from; at < text.size();) {
        if (is_blank(text[at])) {
            ++at;
            continue;
        }
        const VerilogToken token = token_at(text, at);
        bool is_directive = false;
        at = end_of_directive(text, token, is_directive);
        if (!is_directive) tokens_.push_back(token);
    }
}

void TokenReader::take() {
    if (done())
        failed_ = true;
    else
        ++next_;
}

bool TokenReader::take_if(std::string_view text) {
    if (done() || peek() != text) return false;
    ++next_;
    return true;
}

void TokenReader::take_label() {
    if (take_if(":")) take();
}

void TokenReader::skip_group() {
    int depth = 0;
    do {
        if (done()) return fail();
        if (opens(peek())) ++depth;
        if (closes(peek())) --depth;
        ++next_;
    } while (depth > 0);
}

void TokenReader::skip_one() {
    if (opens(peek()))
        skip_group();
    else
        take();
}

void TokenReader::skip_to_semicolon() {
    while (!done() && peek() != ";") skip_one();
    take();
}

std::string TokenReader::read_up_to(std::string_view end) {
    const std::size_t start = next_;
    while (!done() && peek() != end) {
        if (closes(peek())) return {};
        skip_one();
    }
    return next_ == start || done() ? std::string() : text_since(start);
}

std::string TokenReader::text_since(std::size_t mark) const {
    const std::size_t begin = tokens_[mark].position;
    std::string text(masked_.substr(begin, here() - begin));
    std::replace_if(text.begin(), text.end(), is_blank, ' ');
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

}  // namespace tapestry
