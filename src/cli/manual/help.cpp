// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace tapestry {

namespace {

constexpr std::size_t kWidestTerm = 24;  // longer ones get a line of their own
constexpr std::size_t kLeastText = 30;   // columns for the sentences, however narrow the terminal

struct Entry {
    std::string term;
    std::string text;
};

// Words of `text` in lines of at most `width` columns.
std::vector<std::string> lines_of(const std::string& text, std::size_t width) {
    std::vector<std::string> lines(1);
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        std::string& line = lines.back();
        if (line.empty())
            line = word;
        else if (line.size() + 1 + word.size() <= width)
            line += " " + word;
        else
            lines.push_back(word);
    }
    return lines;
}

std::string listing(const std::vector<Entry>& entries, int width) {
    std::size_t column = 0;
    for (const Entry& e : entries)
        if (e.term.size() <= kWidestTerm) column = std::max(column, e.term.size());
    column += 4;
    const std::size_t room =
        std::max(kLeastText,
                 static_cast<std::size_t>(std::max(width, 1)) -
                     std::min<std::size_t>(column, static_cast<std::size_t>(std::max(width, 1))));
    std::string out;
    for (const Entry& e : entries) {
        std::string left = "  " + e.term;
        if (left.size() + 2 > column) {
            out += left + "\n";
            left.clear();
        }
        for (const std::string& line : lines_of(e.text, room)) {
            out += fmt::format("{:<{}}{}\n", left, column, line);
            left.clear();
        }
    }
    return out;
}

std::string term_of(const OptionText& option) {
    if (option.is_operand()) return option.value + (option.repeats ? "..." : "");
    const std::string value = value_text(option);
    return fmt::format("{}{}{}", fmt::join(option.names, ", "), value.empty() ? "" : " ", value);
}

std::string options_section(const std::vector<OptionText>& options, bool operands, int width) {
    std::vector<Entry> entries;
    for (const OptionText& option : options) {
        if (option.is_operand() == operands)
            entries.push_back({term_of(option), full_text(option)});
    }
    if (entries.empty()) return {};
    return (operands ? "\n" : "\nOptions:\n") + listing(entries, width);
}

}  // namespace

std::string help_of_tool(const ToolText& tool, int width) {
    std::vector<Entry> commands;
    for (const CommandText& command : tool.commands)
        commands.push_back({command.name, command.what});
    return fmt::format(
        "{}\n\nUsage: {} COMMAND [OPTION...]\n\nCommands:\n{}{}\n{} COMMAND --help says more about "
        "a command.\n",
        tool.what, tool.name, listing(commands, width), options_section(tool.options, false, width),
        tool.name);
}

std::string help_of_command(const ToolText& tool, const CommandText& command, int width) {
    return fmt::format("{}\n\nUsage: {}\n{}{}\nExample:\n  {}\n", command.what,
                       usage_text(tool, command), options_section(command.options, true, width),
                       options_section(command.options, false, width), command.example);
}

}  // namespace tapestry
