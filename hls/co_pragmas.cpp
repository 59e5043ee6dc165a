// SPDX-License-Identifier: Apache-2.0
#include "hls/co_pragmas.h"

#include <fmt/format.h>

#include <algorithm>
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

// The words after `#pragma CO`; empty if the line is anything else.
std::vector<std::string> pragma_words(const std::string& line) {
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') return {};
    std::istringstream in(line.substr(hash + 1));
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.size() < 2 || words[0] != "pragma" || words[1] != "CO") return {};
    words.resize(std::max<std::size_t>(words.size(), 3));
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

// The line of the loop that the pragma on line `at` belongs to: it stands before the loop or at the
// start of its body. Nothing: there is no such loop.
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

// What is wrong with a pragma that has no effect, and a hint; empty: nothing is wrong.
std::pair<std::string, std::string> complaint_of(const std::vector<std::string>& words) {
    const std::string& word = words[0];
    if (word == "PIPELINE" || word == "FLATTEN" || word == "NONRECURSIVE") return {};
    if (word != "SET")
        return {fmt::format("there is no '#pragma CO {}'", word),
                "the pragmas are PIPELINE, UNROLL, FLATTEN, NONRECURSIVE and SET"};
    const std::string key = words.size() > 1 ? words[1] : "";
    if (key == "stageDelay" || key == "StageDelay") return {};
    return {fmt::format("'#pragma CO SET' has no setting '{}'", key),
            "stageDelay is known, and --clock says what fits into a cycle; take the line out"};
}

}  // namespace

CoPragmas with_co_pragmas(const std::string& text, const std::string& file) {
    const std::vector<std::string> lines = lines_of(text);
    std::vector<std::string> made = lines;
    CoPragmas result;
    bool any = false;
    auto complain = [&](std::size_t line, const std::string& what, const std::string& hint) {
        result.complaints.push_back({static_cast<unsigned>(line) + 1, what, hint});
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::vector<std::string> words = pragma_words(lines[i]);
        if (words.empty()) continue;
        any = true;
        made[i].clear();
        if (words[0] != "UNROLL") {
            if (const auto [what, hint] = complaint_of(words); !what.empty())
                complain(i, what, hint);
        } else if (const auto loop = loop_of(lines, i)) {
            made[*loop] = kUnroll + lines[*loop];
        } else {
            complain(i, "no loop is found that '#pragma CO UNROLL' could mean",
                     "write it on the line before the loop, or on the first one of its body");
        }
    }
    if (!any) return result;
    result.text = fmt::format("#line 1 \"{}\"\n", file);
    for (const std::string& line : made) result.text += line + "\n";
    return result;
}

}  // namespace tapestry::hls
