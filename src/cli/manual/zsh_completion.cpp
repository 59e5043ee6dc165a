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

// "predict:What a change would bring": as `_describe` takes it.
std::string entries_of(const std::vector<const CommandText*>& commands, const char* indent) {
    std::string out;
    for (const CommandText* command : commands)
        out += fmt::format("{}{}\n", indent,
                           quoted_for_shell(command->last_word() + ":" + described(command->what)));
    return out;
}

// What stands behind a command. One with parts offers them beside its own operands.
std::string branch_of(const ToolText& tool, const CommandText& command) {
    const std::string own = fmt::format("_arguments{}", arguments_of(command.options));
    std::vector<const CommandText*> parts;
    for (const CommandText& part : tool.commands)
        if (part.is_part_of(command)) parts.push_back(&part);
    if (parts.empty()) return own;
    std::string out = fmt::format(
        "\n                local -a parts=(\n{}                )\n"
        "                (( CURRENT == 2 )) && _describe part parts\n"
        "                case $words[2] in\n",
        entries_of(parts, "                    "));
    for (const CommandText* part : parts)
        out += fmt::format(
            "                {}) (( CURRENT > 2 )) && {{ shift words; (( CURRENT-- )); "
            "_arguments{}; return }} ;;\n",
            part->last_word(), arguments_of(part->options));
    return out + "                esac\n                " + own;
}

}  // namespace

std::string zsh_completion(const ToolText& tool) {
    std::vector<const CommandText*> commands;
    for (const CommandText& command : tool.commands)
        if (!command.is_part()) commands.push_back(&command);
    std::string out = fmt::format(
        "#compdef {0}\n# Completion of {0} for zsh, made from the same text as its --help.\n\n"
        "_{0}() {{\n    local context state state_descr line\n    typeset -A opt_args\n"
        "    local -a commands=(\n{1}"
        "    )\n    _arguments -C{2} \\\n                '1:command:->command' "
        "'*::argument:->argument'\n"
        "    case $state in\n        command) _describe command commands ;;\n"
        "        argument)\n            case $words[1] in\n",
        tool.name, entries_of(commands, "        "), arguments_of(tool.options));
    for (const CommandText* command : commands)
        out += fmt::format("            {}) {} ;;\n", command->name, branch_of(tool, *command));
    return out + fmt::format("            esac ;;\n    esac\n}}\n\n_{} \"$@\"\n", tool.name);
}

}  // namespace tapestry
