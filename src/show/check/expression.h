// SPDX-License-Identifier: Apache-2.0
// The language of checks, as a tree. docs/project.md explains it to users.
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
        fold,      // `name` (max, min, sum, count) over the rows of its one selected child
        share,     // of the observed cycles of the tap, for its one selected child
        baseline,  // its child in the baseline run
        negate,
        add,
        subtract,
        multiply,
        divide,
        compare,  // `name` is the sign
        conjunction,
        disjunction,
        negation,
    };
    Op op = Op::number;
    std::size_t begin = 0;  // of its text, for messages
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

// A condition, or where and why there is none.
std::variant<ExpressionPtr, ExpressionError> parse_expression(std::string_view text);

// A kind of thing that a check can ask for, by the view that holds it.
struct SelectedKind {
    std::string_view kind;
    std::string_view view;
    std::vector<std::string_view> keys;  // the columns that its texts name, the path first
    std::string_view counted;            // the column that share(kind(…)) means; may be empty
    std::string_view only = {};          // rows of the view that it is about; empty: all
    bool may_lack_column = false;        // `counted` is meant without being said
    bool is_host = false;                // of software: as good as what was recorded of it
    bool may_lack_rows = false;          // a thread that is there and has none has 0
};
const std::vector<SelectedKind>& selected_kinds();
const SelectedKind* find_selected_kind(std::string_view kind);

}  // namespace tapestry
