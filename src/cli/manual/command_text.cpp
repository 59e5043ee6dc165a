// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/command_text.h"

#include <fmt/format.h>

namespace tapestry {

std::string value_text(const OptionText& option) {
    if (!option.value.empty() || option.choices.empty()) return option.value;
    return fmt::format("{}", fmt::join(option.choices, "|"));
}

std::string full_text(const OptionText& option) {
    std::string more = option.limits;
    if (!option.preset.empty())
        more += fmt::format("{}default: {}", more.empty() ? "" : "; ", option.preset);
    return more.empty() ? option.what : fmt::format("{} ({})", option.what, more);
}

std::string usage_text(const ToolText& tool, const CommandText& command) {
    std::string usage = fmt::format("{} {} [OPTION...]", tool.name, command.name);
    for (const OptionText& option : command.options) {
        if (option.is_operand())
            usage += fmt::format(" [{}{}]", option.value, option.repeats ? "..." : "");
    }
    return usage;
}

}  // namespace tapestry
