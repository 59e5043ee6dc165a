// SPDX-License-Identifier: Apache-2.0
// Process variables as signals. GHDL writes only signals to a waveform, so a process with a
// measured variable is changed in a copy of the text: a block around it declares a signal, and the
// process assigns the variable to it wherever it may suspend. Line numbers stay the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

struct ProcessVariable {
    std::string entity;    // in lower case, like all names here
    std::string variable;  // as taps name it: process.variable, or variable without a label
    std::string signal;    // the path of its signal, in the same scope
};

struct TextWithSignals {
    std::string text;
    std::vector<ProcessVariable> variables;
};

// The text with signals for the variables that `expressions` name, each with its entity and all in
// lower case; `count` numbers the blocks of all texts. Nothing if it has none of them.
std::optional<TextWithSignals> with_variable_signals(
    std::string_view text, const std::vector<std::pair<std::string, std::string>>& expressions,
    int& count);

// The position at which an expression names a path, optionally followed by members or elements.
std::size_t find_name(std::string_view expression, std::string_view path, std::size_t from = 0);
// The expression with every such name replaced.
std::string with_signals(std::string expression, const ProcessVariable& variable);

}  // namespace tapestry
