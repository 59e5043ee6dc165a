// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/overlap.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr double kAsMany = 0.75;  // of the beats that enter leave, and the other way round

bool are_as_many(const BeatReport& a, const BeatReport& b) {
    const auto [least, most] = std::minmax(a.beats, b.beats);
    return least > 0 && static_cast<double>(least) >= kAsMany * static_cast<double>(most);
}

// Whether a beat left in between, after one edge and before another.
bool leaves_between(const BeatReport& leaves, std::uint64_t from, std::uint64_t to) {
    return std::any_of(leaves.marks.begin(), leaves.marks.end(),
                       [&](const BeatMark& mark) { return mark.edge > from && mark.edge < to; });
}

// Beat b entered while an earlier one was inside, and another left between the two.
bool interleave(const BeatReport& enters, const BeatReport& leaves) {
    if (!are_as_many(enters, leaves)) return false;
    const std::size_t common = std::min(enters.marks.size(), leaves.marks.size());
    for (std::size_t b = 1; b < common; ++b) {
        const std::uint64_t entered = enters.marks[b].edge;
        for (std::size_t c = b; c-- > 0 && entered < leaves.marks[c].edge;)
            if (leaves_between(leaves, enters.marks[c].edge, entered)) return true;
    }
    return false;
}

}  // namespace

bool holds_several(const StepSite& site, const std::string& path, const StepReport& step) {
    const std::size_t fires = std::min(site.fires.size(), step.fires.size());
    for (std::size_t in = 0; in < fires; ++in) {
        for (std::size_t out = 0; out < fires; ++out) {
            const StepFire &enters = site.fires[in], &leaves = site.fires[out];
            if (!enters.leaves && leaves.leaves && sees_beats(site, path, enters) &&
                sees_beats(site, path, leaves) && interleave(step.fires[in], step.fires[out]))
                return true;
        }
    }
    return false;
}

// Behind its last beat nothing crosses its edge, and it gets every further edge.
double kept_saving(const StepReport& step, unsigned factor, double saving) {
    std::uint64_t last = 0;
    for (const BeatReport& fire : step.fires) last = std::max(last, fire.last_time);
    const std::uint64_t behind = (factor - 1) * (step.edges - std::min(last, step.edges));
    if (last == 0 || step.given <= behind) return 0;
    const auto given = static_cast<double>(step.given - behind);
    const double possible = static_cast<double>(last) * (factor - 1);
    return saving * std::max(0.0, possible - given) / given;
}

}  // namespace tapestry
