// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/manual/completion.h"

namespace tapestry {

namespace {

// A description as `_arguments` and `_describe` take it: colons and brackets have a meaning there.
std::string described(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == ':' || c == '[' || c == ']' || c == '\\') out += '\\';
        out += c;
    }
    return out;
}

std::string zsh_offer(const OptionText& option) {
    const std::string value = described(option.value.empty() ? "value" : option.value);
    switch (sort_of(option)) {
        case ValueSort::none:
            return "";
        case ValueSort::listed:
            return fmt::format(":{}:({})", value, fmt::join(option.choices, " "));
        case ValueSort::folder:
            return fmt::format(":{}:_files -/", value);
        case ValueSort::file:
            return fmt::format(":{}:_files", value);
        case ValueSort::other:
            break;
    }
    return fmt::format(":{}: ", value);
}

// One specification of `_arguments` for each name of an option.
std::string arguments_of(const std::vector<OptionText>& options) {
    std::string out;
    for (const OptionText& option : options) {
        if (option.is_operand()) {
            out += " \\\n                " +
                   quoted_for_shell((option.repeats ? "*" : "") + zsh_offer(option));
            continue;
        }
        for (const std::string& name : option.names) {
            const std::string others =
                option.repeats ? "*" : fmt::format("({})", fmt::join(option.names, " "));
            out += " \\\n                " +
                   quoted_for_shell(fmt::format("{}{}[{}]{}", others, name,
                                                described(full_text(option)), zsh_offer(option)));
        }
    }
    return out;
}

}  // namespace

std::string zsh_completion(const ToolText& tool) {
    std::string out = fmt::format(
        "#compdef {0}\n# Completion of {0} for zsh, made from the same text as its --help.\n\n"
        "_{0}() {{\n    local context state state_descr line\n    typeset -A opt_args\n"
        "    local -a commands=(\n",
        tool.name);
    for (const CommandText& command : tool.commands) {
        out += "        " + quoted_for_shell(command.name + ":" + described(command.what)) + "\n";
    }
    out += fmt::format(
        "    )\n    _arguments -C{} \\\n                '1:command:->command' "
        "'*::argument:->argument'\n"
        "    case $state in\n        command) _describe command commands ;;\n"
        "        argument)\n            case $words[1] in\n",
        arguments_of(tool.options));
    for (const CommandText& command : tool.commands) {
        out += fmt::format("            {}) _arguments{} ;;\n", command.name,
                           arguments_of(command.options));
    }
    return out + fmt::format("            esac ;;\n    esac\n}}\n\n_{} \"$@\"\n", tool.name);
}

}  // namespace tapestry
