// SPDX-License-Identifier: Apache-2.0
#include "hls/co_pragmas.h"

#include <fmt/format.h>

#include <optional>
#include <sstream>
#include <vector>

namespace tapestry::hls {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// The words after `#pragma CO`; none: the line is another.
std::vector<std::string> pragma_words(const std::string& line) {
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') return {};
    std::istringstream in(line.substr(hash + 1));
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.size() < 3 || words[0] != "pragma" || words[1] != "CO") return {};
    return {words.begin() + 2, words.end()};
}

bool is_blank(const std::string& line) {
    const std::size_t at = line.find_first_not_of(" \t\r");
    return at == std::string::npos || line.compare(at, 2, "//") == 0 || line[at] == '#';
}

bool begins_loop(const std::string& line) {
    const std::string text = line.substr(line.find_first_not_of(" \t"));
    return text.starts_with("for") || text.starts_with("while") || text.starts_with("do");
}

constexpr const char* kUnroll = "_Pragma(\"clang loop unroll(full)\") ";

// The line on which the loop begins that the pragma on line `at` stands before, or at the start of
// whose body it stands; none: there is no such loop.
std::optional<std::size_t> loop_of(const std::vector<std::string>& lines, std::size_t at) {
    std::size_t next = at + 1;
    while (next < lines.size() && is_blank(lines[next])) ++next;
    if (next < lines.size() && begins_loop(lines[next])) return next;
    for (std::size_t before = at; before-- > 0;) {
        if (is_blank(lines[before]) || lines[before].find_first_not_of(" \t{") == std::string::npos)
            continue;
        if (begins_loop(lines[before])) return before;
        break;
    }
    return std::nullopt;
}

}  // namespace

std::string with_co_pragmas(const std::string& text, const std::string& file) {
    const std::vector<std::string> lines = lines_of(text);
    std::vector<std::string> made = lines;
    bool any = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::vector<std::string> words = pragma_words(lines[i]);
        if (words.empty()) continue;
        any = true;
        made[i].clear();
        if (words[0] != "UNROLL") continue;
        if (const auto loop = loop_of(lines, i)) made[*loop] = kUnroll + lines[*loop];
    }
    if (!any) return {};
    std::string all = fmt::format("#line 1 \"{}\"\n", file);
    for (const std::string& line : made) all += line + "\n";
    return all;
}

}  // namespace tapestry::hls
