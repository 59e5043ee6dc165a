// SPDX-License-Identifier: Apache-2.0
#include "run/import/expression_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/verilog_lexer.h"
#include "run/import/expression_node.h"
#include "run/import/wide_bits.h"

namespace tapestry {

void ExpressionText::refuse(std::string why) { throw RefusedExpression{std::move(why)}; }

void ExpressionText::skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}
bool ExpressionText::take(std::string_view token) {
    skip_blanks();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
}
void ExpressionText::need(std::string_view token) {
    if (!take(token)) refuse(fmt::format("'{}' is missing", token));
}

std::string ExpressionText::digits(std::string_view allowed) {
    std::string out;
    for (; at_ < text_.size(); ++at_) {
        const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_])));
        if (c == '_' && !out.empty()) continue;
        if (allowed.find(c) == std::string_view::npos) break;
        out += c;
    }
    return out;
}

Bits ExpressionText::number() {
    const std::string size = digits("0123456789");
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != '\'') {
        const Bits value = decimal(size);
        return wide_resized(value, std::max<std::uint32_t>(32, value.width));
    }
    ++at_;
    std::uint64_t width = size.empty() ? 32 : decimal(size).ones[0];
    if (size.size() > 7 || width == 0 || width > kWidestValue)
        refuse(fmt::format("a number of {} bits", size));
    if (!take("s")) take("S");
    return based_number(static_cast<std::uint32_t>(width), size.empty());
}

Bits ExpressionText::decimal(const std::string& text) {
    const std::optional<Bits> value = text.size() > 1000 ? std::nullopt : bits_of_decimal(text);
    if (!value) refuse("a number is not understood");
    return *value;
}

Bits ExpressionText::based_number(std::uint32_t width, bool is_unsized) {
    const char base =
        at_ < text_.size()
            ? static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_++])))
            : ' ';
    // '0 and '1 fill as many bits as there are; 64 of them are enough for what is compared.
    if (is_unsized && base == '0') return Bits::zeros(1);
    if (is_unsized && base == '1') return Bits::of(~std::uint64_t{0}, 64);
    skip_blanks();
    if (base == 'd') return wide_resized(decimal(digits("0123456789")), width);
    const unsigned bits = base == 'h' ? 4 : base == 'o' ? 3 : base == 'b' ? 1 : 0;
    const std::string text = bits ? digits("0123456789abcdefxz?") : "";
    if (text.empty()) refuse("a number is not understood");
    return from_digits(text, bits, width);
}

Bits ExpressionText::from_digits(const std::string& text, unsigned bits, std::uint32_t width) {
    Bits value =
        Bits::zeros(std::max<std::uint32_t>(width, static_cast<std::uint32_t>(text.size()) * bits));
    const std::uint64_t all = (1u << bits) - 1;
    const auto put = [](std::vector<std::uint64_t>& words, std::size_t at, std::uint64_t bit) {
        words[at / 64] |= bit << at % 64;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[text.size() - 1 - i];
        const bool unknown = c == 'x' || c == 'z' || c == '?';
        const auto digit = static_cast<std::uint64_t>(unknown ? 0
                                                      : std::isdigit(static_cast<unsigned char>(c))
                                                          ? c - '0'
                                                          : c - 'a' + 10);
        if (digit > all) refuse("a digit does not fit its base");
        for (unsigned b = 0; b < bits; ++b) {
            put(value.ones, i * bits + b, digit >> b & 1);
            put(value.unknown, i * bits + b, unknown ? 1 : 0);
        }
    }
    return wide_resized(value, width);
}

std::string ExpressionText::identifier() {
    skip_blanks();
    const std::size_t from = at_;
    at_ = end_of_word(text_, at_);
    if (at_ > from && text_[from] == '\\')
        return std::string(text_.substr(from + 1, at_ - from - 1));
    if (at_ == from) refuse(fmt::format("'{}' is not understood", text_.substr(from, 20)));
    return std::string(text_.substr(from, at_ - from));
}

}  // namespace tapestry
