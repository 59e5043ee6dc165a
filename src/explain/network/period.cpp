// SPDX-License-Identifier: Apache-2.0
#include "explain/network/period.h"

#include <algorithm>
#include <cstdlib>
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

constexpr double kLateFrames = 0.1;  // of the run, without a beat in its frames

constexpr std::array<Count, 5> kMoves = {Count::transfer_cycles, Count::pushes, Count::pops,
                                         Count::invocations, Count::busy_cycles};

// Whether a beat moved, a call was answered, or a machine went from state to state.
bool has_moved(const Period& period, const TapNumbers& n) {
    if (n.silent) return false;
    std::size_t states = 0;
    for (std::size_t s = 0; s < n.states.size(); ++s)
        states += period.state_cycles(n.tap.tap, s) > 0 ? 1 : 0;
    return states > 1 || std::any_of(kMoves.begin(), kMoves.end(), [&](Count count) {
               return period.number(n.tap.tap, count) > 0;
           });
}

// The end of the last frame in which something moved.
std::optional<WorkEnd> end_by_frames(const Run& run) {
    const Periods periods(run);
    for (std::size_t f = periods.frames().size(); f-- > 0;) {
        const Period frame = periods.frame(f);
        if (std::none_of(run.taps.begin(), run.taps.end(),
                         [&](const TapNumbers& n) { return has_moved(frame, n); }))
            continue;
        const auto end = static_cast<double>(periods.frames()[f].end_edge);
        if (periods.length() - end < kLateFrames * periods.length()) return std::nullopt;
        return WorkEnd{end, false};
    }
    return std::nullopt;
}

}  // namespace

std::optional<WorkEnd> work_end_of(const Run& run) {
    const bool software = !run.clocks.empty() && run.clocks[0].unit == "ns";
    if (software || run.cycles == 0) return std::nullopt;
    const std::optional<std::string> known = run.facts.find(kWorkCycles);
    if (!known) return end_by_frames(run);
    const double share = std::strtod(known->c_str(), nullptr) / static_cast<double>(run.cycles);
    return WorkEnd{share * ClockScale(run).length(), true};
}

Periods::Periods(const Run& run, const std::optional<WorkEnd>& end) : run_(run) {
    const ClockScale clocks(run);
    clock_ = clocks.reference();
    length_ = clocks.length();
    software_ = !run.clocks.empty() && run.clocks[0].unit == "ns";
    if (end && end->cycles > 0 && end->cycles < length_) {
        tail_ = length_ - end->cycles;
        length_ = end->cycles;
    }
    for (const TapNumbers& n : run.taps) {
        if (n.silent || n.tap.clock != clock_ || n.frames.size() <= frames_.size()) continue;
        frames_.clear();
        for (const Frame& f : n.frames) frames_.push_back({f.start_edge, f.end_edge});
    }
    while (frames_.size() > 1 && static_cast<double>(frames_.back().start_edge) >= length_)
        frames_.pop_back();
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

// Of a tap of another clock, whose frames begin and end at other times: what they grew by while
// they overlap the period, in reference cycles.
double Period::overlapping_growth(const TapNumbers& n, std::size_t name, double scale) const {
    if (first_ >= behind_) return 0;
    const auto begin = static_cast<double>(all_->frames_[first_].start_edge);
    const auto end = static_cast<double>(all_->frames_[behind_ - 1].end_edge);
    auto f = std::partition_point(n.frames.begin(), n.frames.end(), [&](const Frame& frame) {
        return static_cast<double>(frame.end_edge) * scale <= begin;
    });
    double sum = 0;
    for (; f != n.frames.end() && static_cast<double>(f->start_edge) * scale < end; ++f) {
        const double from = static_cast<double>(f->start_edge) * scale;
        const double to = static_cast<double>(f->end_edge) * scale;
        const double both = std::min(to, end) - std::max(from, begin);
        if (both > 0) sum += static_cast<double>(growth_of(*f, name)) * scale * both / (to - from);
    }
    return sum;
}

double Period::growth(const TapNumbers& n, std::size_t name, std::size_t from) const {
    double sum = 0;
    for (std::size_t f = from; f < behind_; ++f)
        sum += static_cast<double>(growth_of(n.frames[f], name));
    return sum;
}

// In the frames behind the work it grew at a rate that it has had since the work ended.
double Period::tail(const TapNumbers& n, std::int16_t name, double total, double scale,
                    bool most) const {
    const double tail = all_->tail_;
    if (tail <= 0) return 0;
    if (n.tap.clock != all_->clock_ && (all_->software_ || n.frames.empty()))
        return total * tail / (tail + all_->length_);
    double grown = 0, behind = 0;
    for (const Frame& f : n.frames) {
        if (static_cast<double>(f.start_edge) * scale < all_->length_) continue;
        behind += static_cast<double>(f.end_edge - f.start_edge) * scale;
        if (name >= 0)
            grown += static_cast<double>(growth_of(f, static_cast<std::size_t>(name))) * scale;
    }
    if (behind > 0) return std::min(total, grown * tail / behind);
    return most && total >= tail ? tail : 0;
}

// Whether the tap did this in most of its cycles, of what it can do without moving a beat.
bool Period::is_most(const TapNumbers& n, std::size_t count) const {
    const auto value_of = [&](Count c) {
        return static_cast<double>(n.number(kTimeWords[static_cast<std::size_t>(c)]));
    };
    const auto own = static_cast<double>(n.number(kTimeWords[count]));
    switch (static_cast<Count>(count)) {
        case Count::blocked_cycles:
        case Count::starved_cycles:
        case Count::idle_cycles:
            return own >= std::max({value_of(Count::blocked_cycles),
                                    value_of(Count::starved_cycles), value_of(Count::idle_cycles)});
        case Count::full_cycles:
            return own > value_of(Count::empty_cycles);
        case Count::empty_cycles:
            return own >= value_of(Count::full_cycles);
        default:
            return false;
    }
}

double Period::number(int tap, Count count) const {
    const auto i = static_cast<std::size_t>(tap);
    const auto c = static_cast<std::size_t>(count);
    const TapNumbers& n = all_->run_.taps[i];
    const Periods::Places& places = all_->places_[i];
    if (!whole_ && places.frame[c] >= 0 && has_frames(n))
        return growth(n, static_cast<std::size_t>(places.frame[c]), first_);
    if (!whole_ && places.frame[c] >= 0 && !n.frames.empty() && !all_->software_)
        return overlapping_growth(n, static_cast<std::size_t>(places.frame[c]), places.scale);
    if (places.number[c] < 0) return 0;
    const auto total =
        static_cast<double>(n.numbers[static_cast<std::size_t>(places.number[c])].second) *
        places.scale;
    if (!whole_) return total * share();
    return total - tail(n, places.frame[c], total, places.scale, is_most(n, c));
}

double Period::scale(int tap) const { return all_->places_[static_cast<std::size_t>(tap)].scale; }

double Period::state_cycles(int tap, std::size_t state) const {
    const auto i = static_cast<std::size_t>(tap);
    const TapNumbers& n = all_->run_.taps[i];
    const double total = static_cast<double>(n.states[state].cycles) * all_->places_[i].scale;
    // The names of the states come last, `other` at the very end.
    const bool named = n.frame_names.size() >= n.states.size();
    const std::size_t name = n.frame_names.size() - n.states.size() + state;
    const double scale = all_->places_[i].scale;
    if (!whole_ && named && has_frames(n)) return growth(n, name, first_);
    if (!whole_ && named && !n.frames.empty() && !all_->software_)
        return overlapping_growth(n, name, scale);
    if (!whole_) return total * share();
    const bool most = std::all_of(n.states.begin(), n.states.end(), [&](const StateNumbers& s) {
        return s.cycles <= n.states[state].cycles;
    });
    return total -
           tail(n, named ? static_cast<std::int16_t>(name) : std::int16_t{-1}, total, scale, most);
}

double Period::state_visits(int tap, std::size_t state) const {
    const auto i = static_cast<std::size_t>(tap);
    const StateNumbers& n = all_->run_.taps[i].states[state];
    if (n.cycles == 0) return 0;
    const double cycles = static_cast<double>(n.cycles) * all_->places_[i].scale;
    return static_cast<double>(n.entries) * state_cycles(tap, state) / cycles;
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
