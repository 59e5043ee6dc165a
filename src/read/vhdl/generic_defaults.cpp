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
std::size_t end_of_generic(const std::string& masked, std::size_t from) {
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

// The text ends with the quote in front of a character, and not with the one behind it.
bool opens_character(std::string_view text) {
    return text.ends_with('\'') && (text.size() < 3 || text[text.size() - 3] != '\'');
}

// The parts of "(a => 1, b => (2, 3))", without the outer brackets.
std::vector<std::string> aggregate_parts(const std::string& printed) {
    std::vector<std::string> parts(1);
    int depth = 0;
    bool quoted = false;
    for (const char c : printed.substr(1, printed.size() - 2)) {
        if (c == '"') quoted = !quoted;
        if (!quoted && c == '(') ++depth;
        if (!quoted && c == ')') --depth;
        const bool ends = c == ',' && depth == 0 && !quoted && !opens_character(parts.back());
        if (ends)
            parts.emplace_back();
        else if (c != ' ' || !parts.back().empty())
            parts.back() += c;
    }
    return parts;
}

bool is_whole(const std::string& value) {
    const std::size_t sign = value.starts_with('-') ? 1 : 0;
    return value.size() > sign &&
           std::all_of(value.begin() + static_cast<std::ptrdiff_t>(sign), value.end(), is_digit);
}

std::optional<std::string> element_literal(const std::string& name, const std::string& value,
                                           const RecordElements& elements) {
    if (value.empty()) return std::nullopt;
    const bool is_word = std::isalpha(static_cast<unsigned char>(value[0])) != 0;
    const bool is_character = value.size() == 3 && value.front() == '\'' && value.back() == '\'';
    if (is_word || is_character) return value;
    if (!is_whole(value)) return literal_of(value, elements);
    const bool real = elements.real.contains(name);
    if (real && elements.other.contains(name)) return std::nullopt;
    return real ? value + ".0" : value;
}

}  // namespace

void add_record_elements(std::string_view text, RecordElements& elements) {
    const std::string masked = in_lower_case(masked_vhdl(text));
    std::vector<std::string> names;
    bool inside = false;
    std::size_t behind_type = 0;  // what follows the type of an element belongs to it
    const std::vector<VhdlWord> words = vhdl_words(masked);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const std::string word(words[i].text);
        if (word == "record") inside = !(i > 0 && words[i - 1].text == "end");
        if (word == "end") inside = false;
        if (!inside || word == "record" || words[i].position < behind_type) continue;
        const std::size_t next =
            masked.find_first_not_of(" \t\r\n", words[i].position + word.size());
        if (next == std::string::npos) return;
        names.push_back(word);
        if (masked[next] != ':') continue;
        for (std::string& name : names)
            (words[i + 1].text == "real" ? elements.real : elements.other).insert(std::move(name));
        names.clear();
        behind_type = std::min(masked.find(';', next), masked.size());
    }
}

std::optional<std::string> literal_of(const std::string& printed, const RecordElements& elements) {
    if (!printed.starts_with('(') || !printed.ends_with(')')) return literal_of(printed);
    std::string literal;
    for (const std::string& part : aggregate_parts(printed)) {
        const std::size_t arrow = part.find(" => ");
        const bool named = arrow != std::string::npos && !part.starts_with('(');
        const std::string name = named ? part.substr(0, arrow) : "";
        const auto value =
            element_literal(in_lower_case(name), named ? part.substr(arrow + 4) : part, elements);
        if (!value) return std::nullopt;
        literal += (literal.empty() ? "(" : ", ") + (named ? name + " => " : "") + *value;
    }
    return literal + ")";
}

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
        const std::size_t end = end_of_generic(masked, colon + 1);
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
