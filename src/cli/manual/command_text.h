// SPDX-License-Identifier: Apache-2.0
// What the command line says about itself, as values: --help, the man pages and what shells
// complete are all made from these.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

// An option, a flag or an operand of a command.
struct OptionText {
    std::vector<std::string> names;  // "-o", "--out"; none for an operand
    std::string value;               // "FILE", "DIR", "N", …; empty for a flag
    std::string what;
    std::string preset;                // what holds when it is not given; may be empty
    std::string limits;                // "2 to 65535"; may be empty
    std::vector<std::string> choices;  // the values there are, when they can be listed
    bool repeats = false;              // takes any number of values

    bool is_operand() const { return names.empty(); }
};

struct CommandText {
    std::string group;  // what one wants to do with it; commands of a group stand together
    std::string name;   // of two words for a part of a command, such as "predict size"
    std::string what;
    std::string example;
    std::vector<OptionText> options;

    bool is_part() const { return name.find(' ') != std::string::npos; }
    bool is_part_of(const CommandText& whole) const { return name.starts_with(whole.name + " "); }
    std::string last_word() const { return name.substr(name.rfind(' ') + 1); }
};

struct ToolText {
    std::string name;
    std::string version;
    std::string what;
    std::vector<OptionText> options;
    std::vector<CommandText> commands;
};

// One exit status and what it means; the same for every command.
struct ExitText {
    int status;
    const char* what;
};

inline constexpr ExitText kExitTexts[] = {
    {0, "All went well."},
    {1, "A check failed, or the run is partial."},
    {2, "The input or the command line was refused; a message says why."},
};

// "FILE", or "auto|always|never" when the value has no name of its own.
std::string value_text(const OptionText& option);

// The sentence about an option with its limits and what holds without it.
std::string full_text(const OptionText& option);

// "tapestry profile [OPTION...] [FILE...]"
std::string usage_text(const ToolText& tool, const CommandText& command);

}  // namespace tapestry
