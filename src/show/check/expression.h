// SPDX-License-Identifier: Apache-2.0
// The language of checks, and its syntax tree. docs/project.md explains it to users.
//
//     condition   = conjunction { "or" conjunction }
//     conjunction = negation { "and" negation }
//     negation    = "not" negation | comparison
//     comparison  = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
//     sum         = product { ("+" | "-") product }
//     product     = factor { ("*" | "/") factor }
//     factor      = "-" factor | number [ "%" ] | "(" condition ")" | "cycles" | "baseline"
//                 | function "(" sum ")" | kind "(" text { "," text } ")" [ "." column ]
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tapestry {

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct Expression {
    enum class Op {
        number,    // `number`
        cycles,    // of the run
        selected,  // column `name` of the rows of `kind` that `texts` name
        fold,      // `name` (max, min, sum, count) over the rows of its child, a `selected`
        share,     // its child, a `selected`, divided by the observed cycles of the tap
        baseline,  // its child, evaluated on the baseline run
        negate,
        add,
        subtract,
        multiply,
        divide,
        compare,  // `name` is the operator
        conjunction,
        disjunction,
        negation,
    };
    Op op = Op::number;
    std::size_t begin = 0;  // range of its source text, for messages
    std::size_t end = 0;
    long double number = 0;
    std::string kind;
    std::string name;
    std::vector<std::string> texts;
    std::vector<ExpressionPtr> children;

    bool is_condition() const { return op >= Op::compare; }
};

struct ExpressionError {
    std::size_t column = 0;  // from 0
    std::string sentence;
};

// The condition, or the first syntax error.
std::variant<ExpressionPtr, ExpressionError> parse_expression(std::string_view text);

// A kind of row that a check can select, and the view that has these rows.
struct SelectedKind {
    std::string_view kind;
    std::string_view view;
    std::vector<std::string_view>
        keys;                      // the columns that `texts` are matched with, the path first
    std::string_view counted;      // the column of share(kind(…)); may be empty
    std::string_view only = {};    // SQL condition on the rows of the view; empty: all
    bool may_lack_column = false;  // without a column, `counted` is meant
    bool is_host = false;          // software: lost records make its numbers invalid
    bool may_lack_rows = false;    // an existing thread without rows counts as 0
};
const std::vector<SelectedKind>& selected_kinds();
const SelectedKind* find_selected_kind(std::string_view kind);

}  // namespace tapestry
