// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/phases.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr double kLeastPhase = 0.1;  // share of the run
constexpr std::size_t kMostPhases = 8;
constexpr std::size_t kTooJumpy = 2000;  // stretches, to look for phases among them

using Stretches = std::vector<Stretch>;

Stretches stretches_of(const std::vector<std::size_t>& tops) {
    Stretches all;
    for (std::size_t f = 0; f < tops.size(); ++f) {
        if (all.empty() || all.back().top != tops[f]) all.push_back({f, f, tops[f]});
        ++all.back().behind;
    }
    return all;
}

double length(const Stretch& s, const Periods& periods) {
    return periods.frames(s.first, s.behind).length();
}

// Gives a stretch to its longer neighbour.
void give_away(Stretches& all, std::size_t at, const Periods& periods) {
    const bool back = at + 1 == all.size() ||
                      (at > 0 && length(all[at - 1], periods) >= length(all[at + 1], periods));
    const std::size_t into = back ? at - 1 : at;
    if (!back) all[into].top = all[at + 1].top;
    all[into].behind = all[into + 1].behind;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(into) + 1);
    for (std::size_t i = all.size(); i-- > 1;) {
        if (all[i].top != all[i - 1].top) continue;
        all[i - 1].behind = all[i].behind;
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

}  // namespace

std::vector<Stretch> phases_of(const std::vector<std::size_t>& tops, const Periods& periods) {
    Stretches all = stretches_of(tops);
    if (all.size() > kTooJumpy) return {{0, tops.size(), 0}};
    while (all.size() > 1) {
        const auto shortest =
            std::min_element(all.begin(), all.end(), [&](const Stretch& a, const Stretch& b) {
                return length(a, periods) < length(b, periods);
            });
        if (all.size() <= kMostPhases &&
            length(*shortest, periods) >= kLeastPhase * periods.length())
            break;
        give_away(all, static_cast<std::size_t>(shortest - all.begin()), periods);
    }
    if (all.empty()) all.push_back({});
    return all;
}

}  // namespace tapestry
