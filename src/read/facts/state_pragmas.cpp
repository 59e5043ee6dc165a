// SPDX-License-Identifier: Apache-2.0
#include "read/facts/state_pragmas.h"

#include <fstream>
#include <set>

namespace tapestry {

namespace {

constexpr std::string_view kMark = "tapestry:";

// The word after the marker in a comment of the line; empty if there is none.
std::string pragma_of(const std::string& line) {
    const std::size_t comment = line.find("//");
    if (comment == std::string::npos) return {};
    const std::size_t mark = line.find(kMark, comment);
    if (mark == std::string::npos) return {};
    const std::size_t start = line.find_first_not_of(" \t", mark + kMark.size());
    if (start == std::string::npos) return {};
    const std::size_t end = line.find_first_of(" \t\r,;", start);
    return line.substr(start, end == std::string::npos ? end : end - start);
}

void add_pragmas(const std::string& file, SourceFacts& facts) {
    std::ifstream in(file);
    std::string line;
    for (std::uint32_t number = 1; std::getline(in, line); ++number) {
        const std::string pragma = pragma_of(line);
        if (!pragma.empty()) facts.places[{file, number}].category = pragma;
    }
}

}  // namespace

SourceFacts facts_of_comments(const TapMap& map) {
    std::set<std::string> files;
    for (const Tap& tap : map.taps) {
        for (const TapState& state : tap.states()) {
            const std::size_t colon = state.source.rfind(':');
            if (state.category.empty() && colon != std::string::npos)
                files.insert(state.source.substr(0, colon));
        }
    }
    SourceFacts facts;
    facts.says = "a comment in the source says so";
    for (const std::string& file : files) add_pragmas(file, facts);
    return facts;
}

}  // namespace tapestry
