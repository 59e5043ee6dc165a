// SPDX-License-Identifier: Apache-2.0
// Variables of processes as signals. GHDL tells signals only, so a process whose variable is
// measured gets a copy in a text of ours: a block around it declares a signal, and the process
// assigns the variable to it wherever it may suspend. Every line stays where it was.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

struct ProcessVariable {
    std::string entity;    // in lower case, as all names here
    std::string variable;  // as taps name it: process.variable, or variable without a label
    std::string signal;    // the path of the signal that stands for it, in the same scope
};

struct TextWithSignals {
    std::string text;
    std::vector<ProcessVariable> variables;
};

// A text in which the variables are signals too that `expressions` name, each with its entity and
// all in lower case; `count` numbers the blocks of all texts. Nothing when it has none of them.
std::optional<TextWithSignals> with_variable_signals(
    std::string_view text, const std::vector<std::pair<std::string, std::string>>& expressions,
    int& count);

// Where an expression names a path, as a whole or with members or elements of it behind.
std::size_t find_name(std::string_view expression, std::string_view path, std::size_t from = 0);
// The expression with every such name replaced.
std::string with_signals(std::string expression, const ProcessVariable& variable);

}  // namespace tapestry
