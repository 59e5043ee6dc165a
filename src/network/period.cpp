// SPDX-License-Identifier: Apache-2.0
#include "network/period.h"

#include <algorithm>
#include <limits>
#include <map>

namespace tapestry {

namespace {

constexpr std::array<std::string_view, kCounts> kWords = {
    "transfer_cycles", "blocked_cycles", "starved_cycles", "idle_cycles",
    "full_cycles",     "empty_cycles",   "refused_pushes", "refused_pops",
    "pushes",          "pops",           "invocations",    "busy_cycles"};

template <class List, class Is>
std::int16_t place_of(const List& list, const Is& is) {
    const auto at = std::find_if(list.begin(), list.end(), is);
    const auto place = at - list.begin();
    return at == list.end() || place > std::numeric_limits<std::int16_t>::max()
               ? std::int16_t{-1}
               : static_cast<std::int16_t>(place);
}

// The clock that most taps have; of those with as many, the one that most taps with frames have.
int reference_clock(const Run& run) {
    std::map<int, std::pair<std::size_t, std::size_t>> taps;
    for (const TapNumbers& n : run.taps) {
        if (n.silent) continue;
        auto& [all, framed] = taps[n.tap.clock];
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
        Places& places = places_.emplace_back();
        const bool same = n.tap.clock == clock_ || n.edges == 0;
        places.scale = same ? 1 : length_ / static_cast<double>(n.edges);
        for (std::size_t c = 0; c < kCounts; ++c) {
            places.number[c] =
                place_of(n.numbers, [&](const auto& number) { return number.first == kWords[c]; });
            places.frame[c] =
                place_of(n.frame_names, [&](const auto& name) { return name == kWords[c]; });
        }
    }
}

Period Periods::whole() const { return {*this, -1}; }

Period Periods::frame(std::size_t frame) const { return {*this, static_cast<int>(frame)}; }

double Period::length() const {
    return frame_ < 0 ? all_->length_ : all_->frames_[static_cast<std::size_t>(frame_)].length();
}

double Period::share() const { return all_->length_ > 0 ? length() / all_->length_ : 0; }

bool Period::has_frame(const TapNumbers& n) const {
    const auto i = static_cast<std::size_t>(frame_);
    return i < n.frames.size() && n.tap.clock == all_->clock_ &&
           n.frames[i].start_edge == all_->frames_[i].start_edge &&
           n.frames[i].end_edge == all_->frames_[i].end_edge;
}

double Period::growth(const TapNumbers& n, std::size_t name) const {
    const auto& growth = n.frames[static_cast<std::size_t>(frame_)].growth;
    const auto at = std::lower_bound(growth.begin(), growth.end(), name,
                                     [](const auto& g, std::size_t i) { return g.first < i; });
    return at != growth.end() && at->first == name ? static_cast<double>(at->second) : 0;
}

double Period::number(int tap, Count count) const {
    const auto i = static_cast<std::size_t>(tap);
    const auto c = static_cast<std::size_t>(count);
    const TapNumbers& n = all_->run_.taps[i];
    const Periods::Places& places = all_->places_[i];
    if (frame_ >= 0 && places.frame[c] >= 0 && has_frame(n))
        return growth(n, static_cast<std::size_t>(places.frame[c]));
    if (places.number[c] < 0) return 0;
    const auto total =
        static_cast<double>(n.numbers[static_cast<std::size_t>(places.number[c])].second);
    return total * places.scale * (frame_ < 0 ? 1 : share());
}

double Period::state_cycles(int tap, std::size_t state) const {
    const auto i = static_cast<std::size_t>(tap);
    const TapNumbers& n = all_->run_.taps[i];
    const double total = static_cast<double>(n.states[state].cycles) * all_->places_[i].scale;
    if (frame_ < 0) return total;
    // Names of states stand behind all others, `other` last.
    if (!has_frame(n) || n.frame_names.size() < n.states.size()) return total * share();
    return growth(n, n.frame_names.size() - n.states.size() + state);
}

}  // namespace tapestry
