// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/manual/completion.h"

namespace tapestry {

namespace {

// In single quotes fish knows two escapes: \' and \\.
std::string fish_string(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + "'";
}

std::string fish_offer(const OptionText& option) {
    switch (sort_of(option)) {
        case ValueSort::none:
            return "";
        case ValueSort::listed:
            return " -x -a " + fish_string(fmt::format("{}", fmt::join(option.choices, " ")));
        case ValueSort::folder:
            return " -x -a '(__fish_complete_directories)'";
        case ValueSort::file:
            return " -r -F";
        case ValueSort::other:
            break;
    }
    return " -x";
}

std::string flags_of(const OptionText& option) {
    std::string out;
    for (const std::string& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    return out;
}

std::string options_of(const std::string& begin, const std::vector<OptionText>& options) {
    std::string out;
    for (const OptionText& option : options) {
        if (option.is_operand()) {
            if (sort_of(option) == ValueSort::file) out += begin + " -F\n";
            if (sort_of(option) == ValueSort::folder)
                out += begin + " -a '(__fish_complete_directories)'\n";
            continue;
        }
        out += begin + flags_of(option) + fish_offer(option) + " -d " +
               fish_string(full_text(option)) + "\n";
    }
    return out;
}

// Which command is being typed: fish's own function would find `profile` in `hls profile` too.
std::string command_function(const ToolText& tool) {
    std::string parts;
    for (const CommandText& command : tool.commands)
        if (command.is_part()) parts += " " + fish_string(command.name);
    return fmt::format(
        "function __{0}_is --description 'whether the command that is typed is this one'\n"
        "    set -l words (commandline -opc)\n    set -l command \"$words[2]\"\n"
        "    contains -- \"$words[2] $words[3]\"{1}; and set command \"$words[2] $words[3]\"\n"
        "    test \"$command\" = \"$argv\"\nend\n",
        tool.name, parts.empty() ? " ''" : parts);
}

}  // namespace

std::string fish_completion(const ToolText& tool) {
    std::string out = fmt::format(
        "# Completion of {0} for fish, made from the same text as its --help.\n{1}"
        "complete -c {0} -f\n",
        tool.name, command_function(tool));
    const auto behind = [&](const std::string& command) {
        return fmt::format("complete -c {0} -n '__{0}_is {1}'", tool.name, command);
    };
    out += options_of(behind(""), tool.options);
    for (const CommandText& command : tool.commands) {
        const std::string before =
            command.is_part() ? command.name.substr(0, command.name.find(' ')) : "";
        out += fmt::format("{} -a {} -d {}\n", behind(before), command.last_word(),
                           fish_string(command.what));
    }
    for (const CommandText& command : tool.commands)
        out += options_of(behind(command.name), command.options);
    return out;
}

}  // namespace tapestry
