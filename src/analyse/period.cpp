// SPDX-License-Identifier: Apache-2.0
#include "analyse/period.h"

#include <algorithm>
#include <map>

namespace tapestry {

namespace {

// The clock that most taps with frames have; without frames, that most taps have.
int reference_clock(const Run& run) {
    std::map<int, std::pair<std::size_t, std::size_t>> taps;
    for (const TapNumbers& n : run.taps) {
        if (n.silent) continue;
        auto& [framed, all] = taps[n.tap.clock];
        framed += n.frames.empty() ? 0 : 1;
        ++all;
    }
    int best = -1;
    std::pair<std::size_t, std::size_t> most{0, 0};
    for (const auto& [clock, count] : taps) {
        if (count > most) best = clock, most = count;
    }
    return best;
}

}  // namespace

Periods::Periods(const Run& run) : run_(run), clock_(reference_clock(run)) {
    for (const TapNumbers& n : run.taps) {
        if (n.silent || n.tap.clock != clock_) continue;
        length_ = std::max(length_, static_cast<double>(n.edges));
        if (n.frames.size() <= frames_.size()) continue;
        frames_.clear();
        for (const Frame& f : n.frames) frames_.push_back({f.start_edge, f.end_edge});
    }
    for (const TapNumbers& n : run.taps) {
        const bool same = n.tap.clock == clock_ || n.edges == 0;
        scale_.push_back(same ? 1 : length_ / static_cast<double>(n.edges));
    }
}

void Periods::select(int frame) { frame_ = frame; }

double Periods::selected_length() const {
    return frame_ < 0 ? length_ : frames_[static_cast<std::size_t>(frame_)].length();
}

double Periods::share() const { return length_ > 0 ? selected_length() / length_ : 0; }

bool Periods::has_frame(const TapNumbers& n) const {
    const auto i = static_cast<std::size_t>(frame_);
    return i < n.frames.size() && n.tap.clock == clock_ &&
           n.frames[i].start_edge == frames_[i].start_edge &&
           n.frames[i].end_edge == frames_[i].end_edge;
}

double Periods::growth(const TapNumbers& n, std::size_t name) const {
    const auto& growth = n.frames[static_cast<std::size_t>(frame_)].growth;
    const auto at = std::lower_bound(growth.begin(), growth.end(), name,
                                     [](const auto& g, std::size_t i) { return g.first < i; });
    return at != growth.end() && at->first == name ? static_cast<double>(at->second) : 0;
}

double Periods::number(int tap, std::string_view word) const {
    const auto i = static_cast<std::size_t>(tap);
    const TapNumbers& n = run_.taps[i];
    const double total = static_cast<double>(n.number(word)) * scale_[i];
    if (frame_ < 0) return total;
    if (!has_frame(n)) return total * share();
    const auto name = std::find(n.frame_names.begin(), n.frame_names.end(), word);
    if (name == n.frame_names.end()) return total * share();
    return growth(n, static_cast<std::size_t>(name - n.frame_names.begin()));
}

double Periods::state_cycles(int tap, std::size_t state) const {
    const auto i = static_cast<std::size_t>(tap);
    const TapNumbers& n = run_.taps[i];
    const double total = static_cast<double>(n.states[state].cycles) * scale_[i];
    if (frame_ < 0) return total;
    // Names of states stand behind all others, `other` last.
    if (!has_frame(n) || n.frame_names.size() < n.states.size()) return total * share();
    return growth(n, n.frame_names.size() - n.states.size() + state);
}

}  // namespace tapestry
