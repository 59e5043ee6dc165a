// SPDX-License-Identifier: Apache-2.0
#include "tool/state_pragmas.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <set>

#include "model/analysis.h"

namespace tapestry {

namespace {

constexpr std::string_view kMark = "tapestry:";

// The pragmas of one file, by line.
std::map<std::uint32_t, std::string> pragmas_of(const std::string& file) {
    std::map<std::uint32_t, std::string> found;
    std::ifstream in(file);
    std::string line;
    for (std::uint32_t number = 1; std::getline(in, line); ++number) {
        const std::size_t comment = line.find("//");
        if (comment == std::string::npos) continue;
        const std::size_t mark = line.find(kMark, comment);
        if (mark == std::string::npos) continue;
        const std::size_t start = line.find_first_not_of(" \t", mark + kMark.size());
        if (start == std::string::npos) continue;
        const std::size_t end = line.find_first_of(" \t\r,;", start);
        found.emplace(number, line.substr(start, end == std::string::npos ? end : end - start));
    }
    return found;
}

}  // namespace

void apply_state_pragmas(TapMap& map, Diagnostics& diagnostics) {
    std::map<std::string, std::map<std::uint32_t, std::string>> files;
    std::set<std::string> complained;
    for (Tap& tap : map.taps) {
        std::vector<TapState>* const states = tap.find_states();
        if (!states) continue;
        for (TapState& state : *states) {
            const std::size_t colon = state.source.rfind(':');
            if (!state.category.empty() || colon == std::string::npos) continue;
            const std::string file = state.source.substr(0, colon);
            std::uint32_t line = 0;
            std::from_chars(state.source.data() + colon + 1,
                            state.source.data() + state.source.size(), line);
            const auto [at, fresh] = files.try_emplace(file);
            if (fresh) at->second = pragmas_of(file);
            const auto pragma = at->second.find(line);
            if (pragma == at->second.end()) continue;
            if (category_of(pragma->second)) {
                state.category = pragma->second;
                state.category_reason = "a comment in the source says so";
            } else if (complained.insert(state.source).second) {
                diagnostics.report(Code::category_unknown, {file, line}, pragma->second);
            }
        }
    }
}

}  // namespace tapestry
