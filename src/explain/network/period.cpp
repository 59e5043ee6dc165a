// SPDX-License-Identifier: Apache-2.0
#include "explain/network/period.h"

#include <algorithm>
#include <limits>

#include "explain/network/clock_scale.h"

namespace tapestry {

namespace {

constexpr std::array<std::string_view, kCounts> kTimeWords = {
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

std::uint64_t growth_of(const Frame& frame, std::size_t name) {
    const auto at = std::lower_bound(frame.growth.begin(), frame.growth.end(), name,
                                     [](const auto& g, std::size_t i) { return g.first < i; });
    return at != frame.growth.end() && at->first == name ? at->second : 0;
}

// The first frame after the last beat.
std::size_t dry_from(const TapNumbers& n, std::int16_t beats) {
    std::size_t frame = n.frames.size();
    if (beats < 0) return frame;
    while (frame > 0 && growth_of(n.frames[frame - 1], static_cast<std::size_t>(beats)) == 0)
        --frame;
    return frame;
}

}  // namespace

Periods::Periods(const Run& run) : run_(run) {
    const ClockScale clocks(run);
    clock_ = clocks.reference();
    length_ = clocks.length();
    for (const TapNumbers& n : run.taps) {
        if (n.silent || n.tap.clock != clock_ || n.frames.size() <= frames_.size()) continue;
        frames_.clear();
        for (const Frame& f : n.frames) frames_.push_back({f.start_edge, f.end_edge});
    }
    for (const TapNumbers& n : run.taps) {
        Places& places = places_.emplace_back();
        places.scale = clocks.cycle_of(n);
        for (std::size_t c = 0; c < kCounts; ++c) {
            places.number[c] = place_of(
                n.numbers, [&](const auto& number) { return number.first == kTimeWords[c]; });
            places.frame[c] =
                place_of(n.frame_names, [&](const auto& name) { return name == kTimeWords[c]; });
        }
        places.dry_from =
            dry_from(n, places.frame[static_cast<std::size_t>(Count::transfer_cycles)]);
    }
}

Period Periods::whole() const { return {*this, 0, frames_.size(), true}; }

Period Periods::frame(std::size_t frame) const { return {*this, frame, frame + 1, false}; }

Period Periods::frames(std::size_t first, std::size_t behind) const {
    return {*this, first, behind, false};
}

double Period::length() const {
    if (whole_) return all_->length_;
    return first_ < behind_ ? static_cast<double>(all_->frames_[behind_ - 1].end_edge -
                                                  all_->frames_[first_].start_edge)
                            : 0;
}

double Period::share() const { return all_->length_ > 0 ? length() / all_->length_ : 0; }

bool Period::has_frames(const TapNumbers& n) const {
    if (n.tap.clock != all_->clock_ || behind_ > n.frames.size() || first_ >= behind_) return false;
    auto same = [&](std::size_t i) {
        return n.frames[i].start_edge == all_->frames_[i].start_edge &&
               n.frames[i].end_edge == all_->frames_[i].end_edge;
    };
    return same(first_) && same(behind_ - 1);
}

double Period::growth(const TapNumbers& n, std::size_t name, std::size_t from) const {
    double sum = 0;
    for (std::size_t f = from; f < behind_; ++f)
        sum += static_cast<double>(growth_of(n.frames[f], name));
    return sum;
}

double Period::number(int tap, Count count) const {
    const auto i = static_cast<std::size_t>(tap);
    const auto c = static_cast<std::size_t>(count);
    const TapNumbers& n = all_->run_.taps[i];
    const Periods::Places& places = all_->places_[i];
    if (!whole_ && places.frame[c] >= 0 && has_frames(n))
        return growth(n, static_cast<std::size_t>(places.frame[c]), first_);
    if (places.number[c] < 0) return 0;
    const auto total =
        static_cast<double>(n.numbers[static_cast<std::size_t>(places.number[c])].second);
    return total * places.scale * (whole_ ? 1 : share());
}

double Period::state_cycles(int tap, std::size_t state) const {
    const auto i = static_cast<std::size_t>(tap);
    const TapNumbers& n = all_->run_.taps[i];
    const double total = static_cast<double>(n.states[state].cycles) * all_->places_[i].scale;
    if (whole_) return total;
    // The names of the states come last, `other` at the very end.
    if (!has_frames(n) || n.frame_names.size() < n.states.size()) return total * share();
    return growth(n, n.frame_names.size() - n.states.size() + state, first_);
}

double Period::dry_cycles(int tap) const {
    const auto i = static_cast<std::size_t>(tap);
    const TapNumbers& n = all_->run_.taps[i];
    const Periods::Places& places = all_->places_[i];
    const std::int16_t starved = places.frame[static_cast<std::size_t>(Count::starved_cycles)];
    if (whole_ || starved < 0 || !has_frames(n)) return 0;
    return growth(n, static_cast<std::size_t>(starved), std::max(first_, places.dry_from));
}

}  // namespace tapestry
