// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/manual/completion.h"

namespace tapestry {

namespace {

constexpr const char* kBegin =
    R"(# Completion of {0} for bash, made from the same text as its --help.
_{0}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command= at= i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case ${{COMP_WORDS[i]}} in -*) ;; *) command=${{COMP_WORDS[i]}} at=$((i + 1)) && break ;; esac
    done
    _{0}_words() {{ mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }}
    _{0}_files() {{ compopt -o filenames 2>/dev/null; mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen "$1" -- "$word"); }}
)";

constexpr const char* kEnd = R"(    esac
}}
complete -F _{0} {0}
)";

std::string bash_offer(const ToolText& tool, const OptionText& option) {
    switch (sort_of(option)) {
        case ValueSort::listed:
            return fmt::format("_{}_words {}", tool.name,
                               quoted_for_shell(fmt::format("{}", fmt::join(option.choices, " "))));
        case ValueSort::folder:
            return fmt::format("_{}_files -d", tool.name);
        case ValueSort::file:
            return fmt::format("_{}_files -f", tool.name);
        case ValueSort::none:
        case ValueSort::other:
            break;
    }
    return ":";
}

// A part is named by two words; right behind its command its second word can be typed.
std::string part_cases(const ToolText& tool) {
    std::string out = "    case $command in\n";
    for (const CommandText& command : tool.commands) {
        const std::string parts = parts_of(tool, command);
        if (parts.empty()) continue;
        out += fmt::format(
            "        {0}) [ \"$at\" = \"$COMP_CWORD\" ] && _{1}_words '{2}'\n"
            "            case \" {2} \" in *\" ${{COMP_WORDS[at]}} \"*) [ \"$at\" -lt "
            "\"$COMP_CWORD\" ] && command=\"{0} ${{COMP_WORDS[at]}}\" ;; esac ;;\n",
            command.name, tool.name, parts);
    }
    return out + "    esac\n";
}

// The values of the options of a command: one pattern for each, `COMMAND:OPTION`.
std::string values_of(const ToolText& tool, const CommandText& command) {
    std::string out;
    for (const OptionText& option : command.options) {
        if (option.is_operand() || sort_of(option) == ValueSort::none) continue;
        std::string pattern;
        for (const std::string& name : option.names)
            pattern += fmt::format("{}'{}':{}", pattern.empty() ? "" : " | ", command.name, name);
        out += fmt::format("        {}) {} ; return ;;\n", pattern, bash_offer(tool, option));
    }
    return out;
}

std::string names_of(const std::vector<OptionText>& options) {
    std::string out;
    for (const OptionText& option : options)
        for (const std::string& name : option.names) out += (out.empty() ? "" : " ") + name;
    return out;
}

std::string operands_of(const ToolText& tool, const CommandText& command) {
    for (const OptionText& option : command.options)
        if (option.is_operand()) return bash_offer(tool, option);
    return ":";
}

}  // namespace

std::string bash_completion(const ToolText& tool) {
    std::string out = fmt::format(fmt::runtime(kBegin), tool.name);
    out += part_cases(tool) + "    case $command:$before in\n";
    std::string commands;
    for (const CommandText& command : tool.commands) {
        out += values_of(tool, command);
        if (!command.is_part()) commands += command.name + " ";
    }
    out += fmt::format("    esac\n    case $command:$word in\n        :*) _{}_words '{}{}' ;;\n",
                       tool.name, commands, names_of(tool.options));
    for (const CommandText& command : tool.commands) {
        out += fmt::format("        '{0}':-*) _{1}_words '{2}' ;;\n        '{0}':*) {3} ;;\n",
                           command.name, tool.name, names_of(command.options),
                           operands_of(tool, command));
    }
    return out + fmt::format(fmt::runtime(kEnd), tool.name);
}

}  // namespace tapestry
