// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/overlap.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::uint64_t kInARow = 2;  // edges from one beat to the next
constexpr double kAsMany = 0.75;      // of the beats that enter leave, and the other way round

bool are_as_many(const BeatReport& a, const BeatReport& b) {
    const auto [least, most] = std::minmax(a.beats, b.beats);
    return least > 0 && static_cast<double>(least) >= kAsMany * static_cast<double>(most);
}

// Beats that were counted while the reset was active, which are none; the most of them where marks
// do not tell.
std::uint64_t beats_in_reset(const BeatReport& fire, std::uint64_t reset_edges) {
    for (const BeatMark& mark : fire.marks)
        if (mark.edge > reset_edges) return mark.beat - 1;
    return fire.beats;
}

// Whether a beat left in between, after one edge and before another.
bool leaves_between(const BeatReport& leaves, std::uint64_t from, std::uint64_t to) {
    return std::any_of(leaves.marks.begin(), leaves.marks.end(),
                       [&](const BeatMark& mark) { return mark.edge > from && mark.edge < to; });
}

// Two fires whose beats are counted from the end of the reset.
struct Passage {
    const BeatReport& enters;
    const BeatReport& leaves;
    std::uint64_t reset_edges;

    // Not before the edge at which the beat entered.
    std::uint64_t entered(std::uint64_t beat) const {
        const std::uint64_t number = beat + beats_in_reset(enters, reset_edges);
        const auto mark = std::find_if(enters.marks.begin(), enters.marks.end(),
                                       [&](const BeatMark& m) { return m.beat >= number; });
        return mark == enters.marks.end() ? ~std::uint64_t{0} : mark->edge;
    }

    // A beat entered while an earlier one was inside, and another left between the two.
    bool interleaves() const {
        const std::uint64_t before = beats_in_reset(enters, reset_edges);
        const std::uint64_t left_before = beats_in_reset(leaves, reset_edges);
        for (const BeatMark& in : enters.marks) {
            for (const BeatMark& out : leaves.marks) {
                if (in.beat <= before || out.beat <= left_before) continue;
                const std::uint64_t earlier = out.beat - left_before;
                if (earlier < in.beat - before && out.edge > in.edge &&
                    leaves_between(leaves, entered(earlier), in.edge))
                    return true;
            }
        }
        return false;
    }
};

}  // namespace

bool holds_several(const StepSite& site, const std::string& path, const StepReport& step,
                   std::uint64_t reset_edges) {
    const std::size_t fires = std::min(site.fires.size(), step.fires.size());
    for (std::size_t in = 0; in < fires; ++in) {
        for (std::size_t out = 0; out < fires; ++out) {
            const StepFire &enters = site.fires[in], &leaves = site.fires[out];
            if (!enters.leaves && leaves.leaves && sees_beats(site, path, enters) &&
                sees_beats(site, path, leaves) && are_as_many(step.fires[in], step.fires[out]) &&
                Passage{step.fires[in], step.fires[out], reset_edges}.interleaves())
                return true;
        }
    }
    return false;
}

bool may_hold_several(const StepSite& site, const std::string& path, const StepReport& step) {
    bool seen[2] = {false, false};  // beats that enter, that leave
    bool is_row = false;
    for (std::size_t i = 0; i < std::min(site.fires.size(), step.fires.size()); ++i) {
        if (!sees_beats(site, path, site.fires[i])) continue;
        seen[site.fires[i].leaves ? 1 : 0] = true;
        const std::vector<BeatMark>& marks = step.fires[i].marks;
        for (std::size_t m = 1; m < marks.size(); ++m)
            is_row = is_row || (marks[m].beat == marks[m - 1].beat + 1 &&
                                marks[m].edge <= marks[m - 1].edge + kInARow);
    }
    return seen[0] != seen[1] && is_row;
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
