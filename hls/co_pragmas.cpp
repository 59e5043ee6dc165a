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

struct Pragma {
    bool is_hls = false;             // of Vitis
    std::vector<std::string> words;  // after CO or HLS; empty: the line is anything else
};

std::string in_capitals(std::string text) {
    for (char& ch : text) ch = static_cast<char>(std::toupper(static_cast<unsigned char>(ch)));
    return text;
}

// Vitis takes its words in upper and lower case, and blanks around `=`.
Pragma pragma_of(const std::string& line) {
    const std::size_t hash = line.find_first_not_of(" \t");
    if (hash == std::string::npos || line[hash] != '#') return {};
    std::string text = line.substr(hash + 1);
    for (std::size_t at = 0; (at = text.find('=', at)) != std::string::npos; at += 3)
        text.replace(at, 1, " = ");
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (words.size() < 2 || words[0] != "pragma") return {};
    const bool is_hls = in_capitals(words[1]) == "HLS";
    if (words[1] != "CO" && !is_hls) return {};
    words.resize(std::max<std::size_t>(words.size(), 3));
    if (is_hls)
        for (std::string& word : words) word = in_capitals(word);
    return {is_hls, {words.begin() + 2, words.end()}};
}

bool is_blank(const std::string& line) {
    const std::size_t at = line.find_first_not_of(" \t\r");
    return at == std::string::npos || line.compare(at, 2, "//") == 0 || line[at] == '#';
}

constexpr const char* kIdentifier =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

// Where the loop of a line begins, behind its label if it has one; npos: the line begins no loop.
std::size_t loop_at(const std::string& line) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string::npos) return at;
    const std::size_t end = line.find_first_not_of(kIdentifier, at);
    const std::size_t colon = end == std::string::npos ? end : line.find_first_not_of(" \t", end);
    if (colon != std::string::npos && colon + 1 < line.size() && line[colon] == ':')
        at = line.find_first_not_of(" \t", colon + 1);
    if (at == std::string::npos) return at;
    const std::size_t after = std::min(line.find_first_not_of(kIdentifier, at), line.size());
    const std::string word = line.substr(at, after - at);
    return word == "for" || word == "while" || word == "do" ? at : std::string::npos;
}

bool begins_loop(const std::string& line) { return loop_at(line) != std::string::npos; }

// `factor = 4`; without it the loop is unrolled completely.
std::string unroll_text(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i + 2 < words.size(); ++i)
        if (words[i] == "FACTOR" && words[i + 1] == "=")
            return fmt::format("_Pragma(\"clang loop unroll_count({})\") ", words[i + 2]);
    return "_Pragma(\"clang loop unroll(full)\") ";
}

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

constexpr const char* kOfVitis =
    " AGGREGATE ALIAS ALLOCATION ARRAY_MAP ARRAY_PARTITION ARRAY_RESHAPE BIND_OP BIND_STORAGE "
    "CACHE DATA_PACK "
    "DATAFLOW DEPENDENCE DISAGGREGATE EXPRESSION_BALANCE FUNCTION_INSTANTIATE INLINE INTERFACE "
    "LATENCY LOOP_FLATTEN LOOP_MERGE LOOP_TRIPCOUNT OCCURRENCE PERFORMANCE PIPELINE PROTOCOL RESET "
    "RESOURCE SHARED STABLE STREAM TOP ";

// What is wrong with a pragma that has no effect, and a hint; empty: nothing is wrong.
std::pair<std::string, std::string> complaint_of(const Pragma& pragma) {
    const std::vector<std::string>& words = pragma.words;
    const std::string& word = words[0];
    if (pragma.is_hls) {
        if (std::string(kOfVitis).find(" " + word + " ") != std::string::npos) return {};
        return {fmt::format("there is no '#pragma HLS {}'", word), "take the line out"};
    }
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
        const Pragma pragma = pragma_of(lines[i]);
        if (pragma.words.empty()) continue;
        any = true;
        made[i].clear();
        if (pragma.words[0] != "UNROLL") {
            if (const auto [what, hint] = complaint_of(pragma); !what.empty())
                complain(i, what, hint);
        } else if (const auto loop = loop_of(lines, i)) {
            made[*loop].insert(loop_at(made[*loop]), unroll_text(pragma.words));
        } else {
            complain(i,
                     fmt::format("no loop is found that '#pragma {} UNROLL' could mean",
                                 pragma.is_hls ? "HLS" : "CO"),
                     "write it on the line before the loop, or on the first one of its body");
        }
    }
    if (!any) return result;
    result.text = fmt::format("#line 1 \"{}\"\n", file);
    for (const std::string& line : made) result.text += line + "\n";
    return result;
}

}  // namespace tapestry::hls
