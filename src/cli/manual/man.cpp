// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/man.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry {

namespace {

// Text as roff takes it: nothing in it is a request or an escape, and hyphens can be copied.
std::string roff(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    if (!out.empty() && (out[0] == '.' || out[0] == '\'')) out.insert(0, "\\&");
    return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string heading(const ToolText& tool, const std::string& page, const std::string& what) {
    std::string title = page;
    std::transform(title.begin(), title.end(), title.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return fmt::format(".TH {} 1 \"\" \"{} {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n",
                       roff(title), roff(tool.name), roff(tool.version), roff(page), roff(what));
}

std::string man_term(const OptionText& option) {
    if (option.is_operand()) return italic(option.value + (option.repeats ? "..." : ""));
    std::string term;
    for (const std::string& name : option.names) term += (term.empty() ? "" : ", ") + bold(name);
    const std::string value = value_text(option);
    return value.empty() ? term : term + " " + italic(value);
}

std::string man_options(const std::vector<OptionText>& options) {
    std::string out = ".SH OPTIONS\n";
    for (const OptionText& option : options)
        out += fmt::format(".TP\n{}\n{}\n", man_term(option), roff(full_text(option)));
    return out;
}

std::string exit_section() {
    std::string out = ".SH EXIT STATUS\n";
    for (const ExitText& exit : kExitTexts)
        out += fmt::format(".TP\n{}\n{}\n", bold(std::to_string(exit.status)), roff(exit.what));
    return out;
}

std::string see_also(const ToolText& tool, const CommandText& command) {
    std::string out = ".SH SEE ALSO\n" + bold(tool.name) + "(1)";
    for (const CommandText& other : tool.commands)
        if (other.is_part_of(command) || command.is_part_of(other))
            out += ", " + bold(man_page_name(tool, other)) + "(1)";
    return out + "\n";
}

}  // namespace

std::string man_page_name(const ToolText& tool, const CommandText& command) {
    std::string page = tool.name + "-" + command.name;
    std::replace(page.begin(), page.end(), ' ', '-');
    return page;
}

std::string man_of_tool(const ToolText& tool) {
    std::string out = heading(tool, tool.name, tool.what);
    out += fmt::format(".SH SYNOPSIS\n{} {} [{}...]\n.SH COMMANDS\n", bold(tool.name),
                       italic("COMMAND"), italic("OPTION"));
    std::string group;
    for (const CommandText& command : tool.commands) {
        if (command.group != group) out += fmt::format(".SS {}\n", roff(command.group));
        group = command.group;
        out +=
            fmt::format(".TP\n{}(1)\n{}\n", bold(man_page_name(tool, command)), roff(command.what));
    }
    return out + man_options(tool.options) + exit_section();
}

std::string man_of_command(const ToolText& tool, const CommandText& command) {
    std::string out = heading(tool, man_page_name(tool, command), command.what);
    out += fmt::format(".SH SYNOPSIS\n{}\n", roff(usage_text(tool, command)));
    out += man_options(command.options) + exit_section();
    out += fmt::format(".SH EXAMPLE\n.nf\n{}\n.fi\n", roff(command.example));
    return out + see_also(tool, command);
}

}  // namespace tapestry
