// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/vhdl_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>

namespace tapestry {

namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void blank(std::string& text, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to && i < text.size(); ++i) {
        if (text[i] != '\n') text[i] = ' ';
    }
}

// The end of a comment or string that begins at `at`; `at` itself if there is none.
std::size_t end_of_masked(const std::string& text, std::size_t at) {
    if (text.compare(at, 2, "--") == 0) return std::min(text.find('\n', at), text.size());
    if (text.compare(at, 2, "/*") == 0) {
        const std::size_t end = text.find("*/", at + 2);
        return end == std::string::npos ? text.size() : end + 2;
    }
    if (text[at] == '"') {
        const std::size_t end = text.find_first_of("\"\n", at + 1);
        return end == std::string::npos ? text.size() : end + 1;
    }
    // A character literal, not the tick of an attribute.
    const bool is_character = text[at] == '\'' && at + 2 < text.size() && text[at + 2] == '\'' &&
                              (at == 0 || !is_letter(text[at - 1]));
    return is_character ? at + 3 : at;
}

// The literals of `type NAME is ( A, B )`, whose opening parenthesis follows the word `is`.
void add_literals(std::string_view masked, std::size_t from, VhdlNames& names) {
    const std::size_t open = masked.find_first_not_of(" \t\r\n", from);
    if (open == std::string_view::npos || masked[open] != '(') return;
    const std::size_t close = masked.find(')', open);
    for (const VhdlWord& word :
         vhdl_words(masked.substr(open, close == std::string_view::npos ? close : close - open)))
        names.literals.emplace(in_lower_case(word.text), word.text);
}

}  // namespace

bool is_vhdl(const std::string& file) {
    const std::string lower = in_lower_case(file);
    return lower.ends_with(".vhd") || lower.ends_with(".vhdl");
}

std::string masked_vhdl(std::string_view source) {
    std::string text(source);
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = end_of_masked(text, at);
        blank(text, at, end);
        at = std::max(end, at + 1);
    }
    return text;
}

std::vector<VhdlWord> vhdl_words(std::string_view masked) {
    std::vector<VhdlWord> words;
    for (std::size_t at = 0; at < masked.size();) {
        std::size_t end = at;
        while (end < masked.size() && is_letter(masked[end])) ++end;
        if (end > at) words.push_back({masked.substr(at, end - at), at});
        at = std::max(end, at + 1);
    }
    return words;
}

void add_names(const std::string& file, std::string_view text, VhdlNames& names) {
    const std::string masked = masked_vhdl(text);
    const std::vector<VhdlWord> words = vhdl_words(masked);
    std::vector<std::string> lower;
    for (const VhdlWord& word : words) lower.push_back(in_lower_case(word.text));
    const auto next_mark = [&](std::size_t i) {
        const std::size_t at =
            masked.find_first_not_of(" \t\r\n", words[i].position + words[i].text.size());
        return at == std::string::npos ? ' ' : masked[at];
    };
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
        const bool begins = i == 0 || lower[i - 1] != "end";
        if (lower[i] == "entity" && lower[i + 2] == "is" && begins) {
            names.entities.emplace(lower[i + 1], words[i + 1].text);
            const auto before = masked.begin() + static_cast<std::ptrdiff_t>(words[i].position);
            const auto line = std::count(masked.begin(), before, '\n') + 1;
            names.places.emplace(lower[i + 1], file + ":" + std::to_string(line) + ":1");
        }
        // `label : entity lib.name`, `label : name port map`
        if (lower[i] == "entity" && lower[i + 2] != "is" && begins) ++names.instanced[lower[i + 2]];
        const bool mapped = lower[i + 1] == "port" || lower[i + 1] == "generic";
        if (mapped && lower[i + 2] == "map") ++names.instanced[lower[i]];
        if (next_mark(i) == ':' && lower[i + 1] == "component") ++names.instanced[lower[i + 2]];
        if (lower[i] == "type" && lower[i + 2] == "is")
            add_literals(masked, words[i + 2].position + 2, names);
    }
}

std::vector<VhdlArchitecture> architectures_of(std::string_view text) {
    std::vector<VhdlArchitecture> all;
    const std::string masked = in_lower_case(masked_vhdl(text));
    const std::vector<VhdlWord> words = vhdl_words(masked);
    for (std::size_t i = 0; i + 3 < words.size(); ++i) {
        if (words[i].text == "architecture" && words[i + 2].text == "of")
            all.push_back({std::string(words[i + 1].text), std::string(words[i + 3].text)});
    }
    return all;
}

const std::vector<std::string>& VhdlFiles::lines_of(const std::string& file) {
    const auto [entry, is_new] = files_.try_emplace(file);
    if (!is_new) return entry->second;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) entry->second.push_back(line);
    return entry->second;
}

namespace {

constexpr std::size_t kLongestChoice = 20;  // lines

// file:line:column
struct VhdlPlace {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
};

VhdlPlace parsed_place(const std::string& place) {
    const std::size_t second = place.rfind(':');
    const std::size_t first =
        second == std::string::npos || second == 0 ? second : place.rfind(':', second - 1);
    if (first == std::string::npos) return {};
    VhdlPlace parsed{place.substr(0, first)};
    std::from_chars(place.data() + first + 1, place.data() + second, parsed.line);
    std::from_chars(place.data() + second + 1, place.data() + place.size(), parsed.column);
    return parsed;
}

}  // namespace

std::string VhdlFiles::process_at(const std::string& place) {
    const auto [file, line, column] = parsed_place(place);
    const std::vector<std::string>& lines = lines_of(file);
    std::string text;  // that before the place
    for (std::size_t i = 0; i < lines.size() && i + 1 < line; ++i) text += lines[i] + "\n";
    if (line > 0 && line <= lines.size()) text += lines[line - 1].substr(0, column);
    const std::string masked = in_lower_case(masked_vhdl(text));
    const std::vector<VhdlWord> words = vhdl_words(masked);
    for (std::size_t i = words.size(); i-- > 1;) {
        if (words[i].text != "process") continue;
        std::size_t label = i - 1;
        if (words[label].text == "postponed" && label > 0) --label;
        const std::size_t end = words[label].position + words[label].text.size();
        const std::size_t mark = masked.find_first_not_of(" \t\r\n", end);
        if (words[label].text == "end" || masked[mark] != ':') return {};
        return text.substr(words[label].position, words[label].text.size());
    }
    return {};
}

bool VhdlFiles::begins_branch(const std::string& place) {
    const auto [file, line, column] = parsed_place(place);
    const std::vector<std::string>& lines = lines_of(file);
    if (line == 0 || line > lines.size() || column == 0 || column > lines[line - 1].size())
        return false;
    std::string text = lines[line - 1].substr(column - 1) + "\n";
    for (std::size_t i = line; i < lines.size() && i < line + kLongestChoice; ++i)
        text += lines[i] + "\n";
    const std::string masked = in_lower_case(masked_vhdl(text));
    const std::size_t end = masked.find("=>");
    const bool is_choice = masked.starts_with("when") || masked.starts_with('|');
    return is_choice && end != std::string::npos && masked.find_first_of(";,<") > end;
}

std::string VhdlFiles::choice_at(const std::string& place) {
    const auto [file, line, column] = parsed_place(place);
    const std::vector<std::string>& lines = lines_of(file);
    if (line == 0 || line > lines.size() || column == 0 || column > lines[line - 1].size())
        return {};
    const std::string masked = masked_vhdl(lines[line - 1]);
    std::string_view rest = std::string_view(masked).substr(column - 1);
    if (in_lower_case(rest.substr(0, 4)) == "when")
        rest.remove_prefix(4);
    else if (rest.starts_with('=') || rest.starts_with('|'))
        rest.remove_prefix(1);
    else
        return {};
    const std::size_t start = rest.find_first_not_of(" \t(");
    if (start == std::string_view::npos ||
        std::isalpha(static_cast<unsigned char>(rest[start])) == 0)
        return {};
    const std::vector<VhdlWord> words = vhdl_words(rest.substr(start));
    return words.empty() ? std::string() : std::string(words[0].text);
}

std::string VhdlFiles::place_of(const std::string& name, const std::string& after) {
    const std::string start = without_column(after);
    const std::size_t colon = start.rfind(':');
    if (name.empty() || colon == std::string::npos) return after;
    std::size_t line = 0;
    std::from_chars(start.data() + colon + 1, start.data() + start.size(), line);
    const std::string file = start.substr(0, colon);
    const std::vector<std::string>& lines = lines_of(file);
    for (std::string port = in_lower_case(name); !port.empty();
         port = port.substr(0, port.find('_') == std::string::npos ? 0 : port.rfind('_'))) {
        for (std::size_t i = line; i <= lines.size() && line > 0; ++i) {
            const std::string masked = masked_vhdl(lines[i - 1]);
            for (const VhdlWord& word : vhdl_words(masked)) {
                if (in_lower_case(word.text) == port)
                    return file + ":" + std::to_string(i) + ":" + std::to_string(word.position + 1);
            }
        }
    }
    return after;
}

std::string without_column(const std::string& place) { return place.substr(0, place.rfind(':')); }

}  // namespace tapestry
