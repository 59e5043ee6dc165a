// SPDX-License-Identifier: Apache-2.0
#include "show/check/expression_tokens.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

namespace tapestry {

namespace {

constexpr int kDeepestNesting = 100;

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

class Lexer {
public:
    Lexer(std::string_view text, std::size_t at) : text_(text), at_(at) {}

    ConditionToken next() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
        ConditionToken token;
        token.begin = at_;
        if (at_ < text_.size()) scan(token);
        token.end = at_;
        return token;
    }

private:
    void scan(ConditionToken& token) {
        const char c = text_[at_];
        if (is_digit(c)) return scan_number(token);
        if (c == '"') return scan_text(token);
        if (is_name_start(c)) {
            token.kind = ConditionToken::Kind::name;
            while (at_ < text_.size() && (is_name_start(text_[at_]) || is_digit(text_[at_]))) {
                token.text += text_[at_++];
            }
            return;
        }
        scan_sign(token);
    }

    // 12, 1_000, 1.02, 5%, 1e6
    void scan_number(ConditionToken& token) {
        std::string digits;
        auto take = [&] {
            while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '_')) {
                if (text_[at_] != '_') digits += text_[at_];
                ++at_;
            }
        };
        take();
        if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) {
            digits += text_[at_++];
            take();
        }
        if (at_ + 1 < text_.size() && text_[at_] == 'e' && is_digit(text_[at_ + 1])) {
            digits += text_[at_++];
            take();
        }
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), token.number);
        token.kind =
            error == std::errc{} ? ConditionToken::Kind::number : ConditionToken::Kind::bad;
        if (at_ < text_.size() && text_[at_] == '%') {
            token.number /= 100;
            ++at_;
        }
    }

    void scan_text(ConditionToken& token) {
        const std::size_t close = text_.find('"', at_ + 1);
        if (close == std::string_view::npos) {
            token.kind = ConditionToken::Kind::bad;
            at_ = text_.size();
            return;
        }
        token.kind = ConditionToken::Kind::text;
        token.text = text_.substr(at_ + 1, close - at_ - 1);
        at_ = close + 1;
    }

    void scan_sign(ConditionToken& token) {
        token.kind = ConditionToken::Kind::sign;
        for (const std::string_view sign :
             {"<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "(", ")", ",", "."}) {
            if (text_.substr(at_, sign.size()) != sign) continue;
            token.text = sign;
            at_ += sign.size();
            return;
        }
        token.kind = ConditionToken::Kind::bad;
        ++at_;
    }

    std::string_view text_;
    std::size_t at_;
};

}  // namespace

void ConditionReader::refuse(std::size_t column, const std::string& sentence) {
    throw RefusedCondition{{column, sentence}};
}

void ConditionReader::refuse_token(const std::string& wanted) const {
    if (token_.kind == ConditionToken::Kind::end) {
        refuse(token_.begin, fmt::format("{} is missing at the end", wanted));
    }
    refuse(token_.begin, fmt::format("{} is expected here", wanted));
}

void ConditionReader::advance() {
    token_ = Lexer(text_, at_).next();
    at_ = token_.end;
    if (token_.kind == ConditionToken::Kind::bad) {
        refuse(token_.begin, "this is no word, number, text or sign that checks know");
    }
}

bool ConditionReader::is(std::string_view text) const {
    return (token_.kind == ConditionToken::Kind::sign ||
            token_.kind == ConditionToken::Kind::name) &&
           token_.text == text;
}

void ConditionReader::expect(std::string_view sign) {
    if (!is(sign)) refuse_token(fmt::format("'{}'", sign));
    advance();
}

ConditionReader::Nested::Nested(ConditionReader& reader) : reader_(reader) {
    if (++reader_.depth_ > kDeepestNesting) refuse(reader_.token_.begin, "nested too deeply");
}

}  // namespace tapestry
