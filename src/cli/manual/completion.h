// SPDX-License-Identifier: Apache-2.0
// What a shell offers when a command line is half typed: commands, options, the values that can be
// listed, and files or folders where those are wanted.
#pragma once

#include "cli/manual/command_text.h"

namespace tapestry {

std::string bash_completion(const ToolText& tool);
std::string zsh_completion(const ToolText& tool);
std::string fish_completion(const ToolText& tool);

// What a value stands for.
enum class ValueSort { none, folder, file, listed, other };
ValueSort sort_of(const OptionText& option);

// The last words of the parts of a command, with a space between: "size sweep" for predict.
std::string parts_of(const ToolText& tool, const CommandText& command);

// `text` as one word of a shell, in single quotes.
std::string quoted_for_shell(const std::string& text);

}  // namespace tapestry
