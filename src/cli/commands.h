// SPDX-License-Identifier: Apache-2.0
// The table of commands, with the options of those that the program carries out.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/manual/command_text.h"

namespace tapestry {

struct Commands {
    std::unique_ptr<CLI::App> app;
    std::vector<std::pair<CLI::App*, Action>> actions;  // of each command
};

// The options of these commands.
Commands declare_commands(const DeclaredCommands& carried_out);

// What they say about themselves: each sentence is the one that was declared with its option.
ToolText describe(const Commands& commands);

// Whether there is a command of this name: not one that it had before.
bool is_command(const std::string& name);

// Whether there is one of this name, old or new, that is not among these.
bool is_command_elsewhere(const std::string& name, const DeclaredCommands& carried_out);

// The command whose name is most like `word`; empty when none is.
std::string command_like(const std::string& word);

}  // namespace tapestry
