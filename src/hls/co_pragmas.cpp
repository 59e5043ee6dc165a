// SPDX-License-Identifier: Apache-2.0
#include "hls/co_pragmas.h"

#include <fmt/format.h>

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

std::string unrolled(const std::vector<std::string>& lines, std::size_t at) {
    std::size_t next = at + 1;
    while (next < lines.size() && is_blank(lines[next])) ++next;
    if (next < lines.size() && begins_loop(lines[next])) return "_Pragma(\"clang loop unroll(full)\")";
    for (std::size_t before = at; before-- > 0;) {
        if (is_blank(lines[before])) continue;
        const std::string code = lines[before].substr(0, lines[before].find("//"));
        const std::size_t last = code.find_last_not_of(" \t\r");
        // Behind the head of a loop without braces a call would be its whole body.
        const bool stands_alone = last != std::string::npos && (code[last] == '{' || code[last] == ';' || code[last] == '}');
        return stands_alone ? "hls_unroll();" : "";
    }
    return "";
}

}  // namespace

std::string with_co_pragmas(const std::string& text, const std::string& file) {
    const std::vector<std::string> lines = lines_of(text);
    std::string made;
    bool any = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::vector<std::string> words = pragma_words(lines[i]);
        any |= !words.empty();
        made += words.empty() ? lines[i] : words[0] == "UNROLL" ? unrolled(lines, i) : "";
        made += "\n";
    }
    return any ? fmt::format("void hls_unroll(void);\n#line 1 \"{}\"\n{}", file, made) : "";
}

}  // namespace tapestry::hls
