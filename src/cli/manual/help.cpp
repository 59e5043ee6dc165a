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

// `text` behind `left`, its further lines below its first.
std::string hanging(std::string left, const std::string& text, int width) {
    const std::size_t column = left.size(), all = static_cast<std::size_t>(std::max(width, 0));
    std::string out;
    for (const std::string& line :
         lines_of(text, std::max(kLeastText, all - std::min(all, column)))) {
        out += fmt::format("{:<{}}{}\n", left, column, line);
        left.clear();
    }
    return out;
}

// `left` on a line of its own. Choices that do not fit it go on below the first of them.
std::string own_line(std::string left, int width) {
    const std::size_t all = static_cast<std::size_t>(std::max(width, 1));
    const std::size_t first = left.rfind(' ') + 1;
    std::string out;
    while (left.size() > all) {
        const std::size_t bar = left.rfind('|', all - 1);
        if (bar == std::string::npos || bar < first) break;
        out += left.substr(0, bar + 1) + "\n";
        left = std::string(first, ' ') + left.substr(bar + 1);
    }
    return out + left + "\n";
}

std::string listing(const std::vector<Entry>& entries, int width) {
    std::size_t column = 0;
    for (const Entry& e : entries)
        if (e.term.size() <= kWidestTerm) column = std::max(column, e.term.size());
    column += 4;
    std::string out;
    for (const Entry& e : entries) {
        std::string left = "  " + e.term;
        if (left.size() + 2 > column) {
            out += own_line(left, width);
            left.clear();
        }
        out += hanging(fmt::format("{:<{}}", left, column), e.text, width);
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

// The parts of a command, which have options of their own.
std::string parts_section(const ToolText& tool, const CommandText& command, int width) {
    std::vector<Entry> entries;
    for (const CommandText& part : tool.commands)
        if (part.is_part_of(command)) entries.push_back({part.name, part.what});
    return entries.empty() ? "" : "\nAlso:\n" + listing(entries, width);
}

// Commands by what one wants to do, which stands before the first of a group.
std::string grouped(const ToolText& tool, int width) {
    std::size_t group_column = 0, name_column = 0;
    for (const CommandText& command : tool.commands) {
        if (command.is_part()) continue;
        group_column = std::max(group_column, command.group.size());
        name_column = std::max(name_column, command.name.size());
    }
    std::string out, before;
    for (const CommandText& command : tool.commands) {
        if (command.is_part()) continue;
        const std::string group = command.group == before ? "" : command.group;
        before = command.group;
        out +=
            hanging(fmt::format("{:<{}}  {:<{}}  ", group, group_column, command.name, name_column),
                    command.what, width);
    }
    return out;
}

}  // namespace

// It fits a terminal of 80 columns and 24 lines.
std::string help_of_tool(const ToolText& tool, int width) {
    std::vector<std::string> options;
    for (const OptionText& option : tool.options) options.push_back(option.names.back());
    return fmt::format("{}\nUsage: {} COMMAND [OPTION...] (--help says more), or {}\n\n{}",
                       tool.what, tool.name, fmt::join(options, ", "), grouped(tool, width));
}

std::string help_of_command(const ToolText& tool, const CommandText& command, int width) {
    return fmt::format("{}\n\nUsage: {}\n{}{}{}\nExample:\n  {}\n", command.what,
                       usage_text(tool, command), options_section(command.options, true, width),
                       options_section(command.options, false, width),
                       parts_section(tool, command, width), command.example);
}

}  // namespace tapestry
