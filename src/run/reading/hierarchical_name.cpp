// SPDX-License-Identifier: Apache-2.0
#include "run/reading/hierarchical_name.h"

#include <array>
#include <utility>

#include "base/path_name.h"

namespace tapestry {

namespace {

constexpr std::array<std::pair<std::string_view, char>, 3> kSpelledOut = {
    {{"__BRA__", '['}, {"__KET__", ']'}, {"__DOT__", '.'}}};

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Appends the character that the start of `text` encodes, and returns the length of the code.
std::size_t take_spelled_out(std::string_view text, std::string& out) {
    for (const auto& [word, character] : kSpelledOut) {
        if (text.substr(0, word.size()) != word) continue;
        out += character;
        return word.size();
    }
    if (text.size() < 5 || text.substr(0, 3) != "__0") return 0;
    const int high = hex_digit(text[3]);
    const int low = hex_digit(text[4]);
    if (high < 2 || high > 7 || low < 0) return 0;
    out += static_cast<char>(high * 16 + low);
    return 5;
}

}  // namespace

std::string normal_name(std::string_view name) {
    std::string out;
    out.reserve(name.size());
    while (!name.empty()) {
        std::size_t taken = name.front() == '_' ? take_spelled_out(name, out) : 0;
        if (taken == 0) {
            taken = 1;
            if (name.front() != '\\' && name.front() != ' ') out += name.front();
        }
        name.remove_prefix(taken);
    }
    return out;
}

std::string with_top(std::string_view name, std::string_view top) {
    if (name.empty()) return {};
    std::string out(top);
    const std::string_view rest = below_top(name);
    if (!rest.empty()) out.append(".").append(rest);
    return out;
}

}  // namespace tapestry
