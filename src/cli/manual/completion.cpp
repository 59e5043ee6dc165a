// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/completion.h"

namespace tapestry {

ValueSort sort_of(const OptionText& option) {
    if (!option.choices.empty()) return ValueSort::listed;
    if (option.value.empty()) return ValueSort::none;
    const auto is = [&](const char* word) { return option.value.starts_with(word); };
    if (is("DIR")) return ValueSort::folder;
    if (is("FILE") || is("PATH") || is("RUN") || is("READING") || is("WAVEFORM"))
        return ValueSort::file;
    return ValueSort::other;
}

std::string parts_of(const ToolText& tool, const CommandText& command) {
    std::string out;
    for (const CommandText& part : tool.commands)
        if (part.is_part_of(command)) out += (out.empty() ? "" : " ") + part.last_word();
    return out;
}

std::string quoted_for_shell(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

}  // namespace tapestry
