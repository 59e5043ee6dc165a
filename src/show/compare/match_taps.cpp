// SPDX-License-Identifier: Apache-2.0
#include "show/compare/match_taps.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/path_name.h"

namespace tapestry {

namespace {

// Above this many similar taps a match would be meaningless, and comparing all pairs would be slow.
constexpr std::size_t kMostAlike = 256;

std::vector<std::string_view> path_parts(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        parts.push_back(last_part(path));
        path = parent_path(path);
    }
    return parts;  // the last part first
}

// The number of parts that two paths have in common at their ends and at their starts.
std::size_t common_parts(const std::string& a, const std::string& b) {
    const auto x = path_parts(a);
    const auto y = path_parts(b);
    const std::size_t shorter = std::min(x.size(), y.size());
    std::size_t end = 0;
    while (end < shorter && x[end] == y[end]) ++end;
    std::size_t start = 0;
    while (end + start < shorter && x[x.size() - 1 - start] == y[y.size() - 1 - start]) ++start;
    return end + start;
}

struct Pair {
    std::size_t score;
    std::size_t old_index;
    std::size_t new_index;
};

// Matches the pairs with the highest score first. A tap with several equally good candidates stays
// unmatched, and so do the candidates: none of them may fall to a worse partner.
void pair_up(std::vector<Pair> pairs, std::vector<std::size_t>& match) {
    while (!pairs.empty()) {
        std::size_t best = 0;
        for (const Pair& p : pairs) best = std::max(best, p.score);
        std::map<std::size_t, int> old_ends, new_ends;
        for (const Pair& p : pairs) {
            if (p.score == best) ++old_ends[p.old_index], ++new_ends[p.new_index];
        }
        for (const Pair& p : pairs) {
            const bool clear =
                p.score == best && old_ends[p.old_index] == 1 && new_ends[p.new_index] == 1;
            if (clear) match[p.new_index] = p.old_index;
        }
        std::erase_if(pairs, [&](const Pair& p) {
            return old_ends.count(p.old_index) || new_ends.count(p.new_index);
        });
    }
}

using TapKey = std::pair<std::string, std::string>;

struct Alike {
    std::vector<std::size_t> old_taps;
    std::vector<std::size_t> new_taps;
};

}  // namespace

std::vector<std::size_t> match_taps(const std::vector<TapIdentity>& known,
                                    const std::vector<TapIdentity>& taps) {
    std::vector<std::size_t> match(taps.size(), kNoMatch);
    std::vector<bool> is_taken(known.size(), false);
    std::map<TapKey, std::size_t> by_path;
    for (std::size_t i = 0; i < known.size(); ++i) by_path[{known[i].kind, known[i].path}] = i;
    for (std::size_t i = 0; i < taps.size(); ++i) {
        const auto it = by_path.find({taps[i].kind, taps[i].path});
        if (it == by_path.end()) continue;
        match[i] = it->second;
        is_taken[it->second] = true;
    }
    std::map<TapKey, Alike> groups;
    auto key = [](const TapIdentity& t) { return TapKey(t.kind + "\n" + t.module, t.shape); };
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (!is_taken[i]) groups[key(known[i])].old_taps.push_back(i);
    }
    for (std::size_t i = 0; i < taps.size(); ++i) {
        if (match[i] == kNoMatch) groups[key(taps[i])].new_taps.push_back(i);
    }
    for (const auto& [signature, alike] : groups) {
        if (std::max(alike.old_taps.size(), alike.new_taps.size()) > kMostAlike) continue;
        std::vector<Pair> pairs;
        for (const std::size_t o : alike.old_taps) {
            for (const std::size_t n : alike.new_taps) {
                pairs.push_back({common_parts(known[o].path, taps[n].path), o, n});
            }
        }
        pair_up(std::move(pairs), match);
    }
    return match;
}

}  // namespace tapestry
