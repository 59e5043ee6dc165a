// SPDX-License-Identifier: Apache-2.0
#include "vhdl/generic_map.h"

#include <cctype>

#include "vhdl/vhdl_text.h"

namespace tapestry {

namespace {

std::string trimmed(std::string_view text) {
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return {};
    return std::string(text.substr(start, text.find_last_not_of(" \t\r\n") - start + 1));
}

// A number, a boolean, a character or a string; as GHDL takes it on its command line.
std::string literal(const std::string& text) {
    if (text.empty()) return {};
    const std::string lower = in_lower_case(text);
    if (lower == "true" || lower == "false") return lower;
    if (text.find_first_not_of("0123456789") == std::string::npos) return text;
    const bool quoted = text.size() > 1 && text.front() == '"' && text.back() == '"' &&
                        text.find('"', 1) == text.size() - 1;
    return quoted ? text.substr(1, text.size() - 2) : std::string();
}

// The value of `constant NAME : … := VALUE;`
std::string constant(const std::string& name, std::string_view text, const std::string& masked) {
    const std::vector<VhdlWord> words = vhdl_words(masked);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (in_lower_case(words[i].text) != "constant" ||
            in_lower_case(words[i + 1].text) != in_lower_case(name))
            continue;
        const std::size_t end = masked.find(';', words[i].position);
        const std::size_t is = masked.find(":=", words[i].position);
        if (end == std::string::npos || is == std::string::npos || is > end) return {};
        return literal(trimmed(text.substr(is + 2, end - is - 2)));
    }
    return {};
}

std::size_t closing(const std::string& masked, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < masked.size(); ++at) {
        if (masked[at] == '(') ++depth;
        if (masked[at] == ')' && --depth == 0) return at;
    }
    return std::string::npos;
}

}  // namespace

Generics generics_given_to(const std::string& entity, std::string_view text) {
    Generics generics;
    const std::string masked = masked_vhdl(text);
    const std::vector<VhdlWord> words = vhdl_words(masked);
    const auto is = [&](std::size_t i, const char* word) {
        return i < words.size() && in_lower_case(words[i].text) == word;
    };
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
        if (!is(i, in_lower_case(entity).c_str()) || !is(i + 1, "generic") || !is(i + 2, "map"))
            continue;
        const std::size_t open = masked.find('(', words[i + 2].position);
        const std::size_t close = open == std::string::npos ? open : closing(masked, open);
        if (close == std::string::npos) return generics;
        for (std::size_t at = open + 1; at < close;) {
            const std::size_t end = std::min(masked.find(',', at), close);
            const std::size_t arrow = masked.find("=>", at);
            if (arrow != std::string::npos && arrow < end) {
                const std::string name = trimmed(text.substr(at, arrow - at));
                const std::string value = trimmed(text.substr(arrow + 2, end - arrow - 2));
                const std::string known =
                    literal(value).empty() ? constant(value, text, masked) : literal(value);
                if (!known.empty()) generics.emplace_back(in_lower_case(name), known);
            }
            at = end + 1;
        }
        return generics;
    }
    return generics;
}

}  // namespace tapestry
