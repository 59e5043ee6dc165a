// SPDX-License-Identifier: Apache-2.0
// The tokenizer of conditions, and the base of their parser: current token, errors, nesting limit.
#pragma once

#include <string>
#include <string_view>

#include "show/check/expression.h"

namespace tapestry {

struct ConditionToken {
    enum class Kind { number, name, text, sign, end, bad } kind = Kind::end;
    std::string text;
    std::size_t begin = 0;
    std::size_t end = 0;
    long double number = 0;
};

// Thrown and caught inside the parser only: the first error ends the parse.
struct RefusedCondition {
    ExpressionError error;
};

// The state of the parser: the text and the next token.
class ConditionReader {
public:
    explicit ConditionReader(std::string_view text) : text_(text) { advance(); }

protected:
    [[noreturn]] static void refuse(std::size_t column, const std::string& sentence);
    [[noreturn]] void refuse_token(const std::string& wanted) const;
    void advance();
    bool is(std::string_view text) const;
    void expect(std::string_view sign);

    // Limits the depth of the tree, and so the stack of every recursive function on it.
    struct Nested {
        explicit Nested(ConditionReader& reader);
        ~Nested() { --reader_.depth_; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;

    private:
        ConditionReader& reader_;
    };

    ConditionToken token_;

private:
    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace tapestry
