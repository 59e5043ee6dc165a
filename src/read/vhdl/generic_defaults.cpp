// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/generic_defaults.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "read/vhdl/elaborated_instance.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

constexpr std::ptrdiff_t kDigitsPrinted = 6;  // of a real

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// The end of the declaration whose type begins at `from`: before `;`, or before the bracket that
// closes the list.
std::size_t end_of_declaration(const std::string& masked, std::size_t from) {
    int depth = 0;
    for (; from < masked.size(); ++from) {
        if (masked[from] == '(') ++depth;
        if (masked[from] == ')' && --depth < 0) break;
        if (masked[from] == ';' && depth == 0) break;
    }
    return from;
}

// The first word of the entity's generics; the number of words if it has none.
std::size_t first_generic(const std::vector<VhdlWord>& words, const std::string& entity) {
    for (std::size_t i = 0; i + 4 < words.size(); ++i) {
        const bool declares = words[i].text == "entity" && words[i + 1].text == entity &&
                              words[i + 2].text == "is" && words[i + 3].text == "generic";
        if (declares) return i + 4;
    }
    return words.size();
}

}  // namespace

std::optional<std::string> literal_of(const std::string& printed) {
    if (without_quotes(printed)) return printed;
    const std::size_t sign = printed.starts_with('-') ? 1 : 0;
    const std::size_t end =
        std::min(printed.find_first_not_of("0123456789.", sign), printed.size());
    const std::string mantissa = printed.substr(0, end);
    const std::string rest = printed.substr(end);
    if (mantissa.size() == sign) return std::nullopt;
    if (rest == " fs") return printed;
    const bool has_exponent = rest.size() > 2 && rest[0] == 'e' &&
                              (rest[1] == '+' || rest[1] == '-') &&
                              std::all_of(rest.begin() + 2, rest.end(), is_digit);
    if (!rest.empty() && !has_exponent) return std::nullopt;
    if (std::count_if(mantissa.begin(), mantissa.end(), is_digit) >= kDigitsPrinted)
        return std::nullopt;
    return mantissa + (mantissa.find('.') == std::string::npos ? ".0" : "") + rest;
}

std::optional<std::string> with_default(std::string_view text, const std::string& entity,
                                        const std::string& generic, const std::string& literal) {
    const std::string masked = in_lower_case(masked_vhdl(text));
    const std::vector<VhdlWord> words = vhdl_words(masked);
    const std::size_t first = first_generic(words, entity);
    if (first == words.size()) return std::nullopt;
    for (std::size_t i = first; i < words.size() && words[i].text != "end"; ++i) {
        if (words[i].text != generic) continue;
        const std::size_t before = masked.find_last_not_of(" \t\r\n", words[i].position - 1);
        const std::size_t colon =
            masked.find_first_not_of(" \t\r\n", words[i].position + generic.size());
        if (colon == std::string::npos || masked[colon] != ':' || masked[before] == ',') continue;
        const std::size_t end = end_of_declaration(masked, colon + 1);
        if (end == masked.size()) return std::nullopt;
        const std::size_t is = std::min(masked.find(":=", colon + 1), end);
        std::string old(text.substr(is, end - is));
        std::erase_if(old, [](char c) { return c != '\n'; });  // keeps line numbers
        return std::string(text.substr(0, is)) + " := " + literal + old +
               std::string(text.substr(end));
    }
    return std::nullopt;
}

}  // namespace tapestry
