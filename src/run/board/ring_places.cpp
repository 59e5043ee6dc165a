// SPDX-License-Identifier: Apache-2.0
#include "run/board/ring_places.h"

#include <algorithm>

namespace tapestry {

RingPlaces::RingPlaces(const TapMap& map) : map_(map), places_(map.link.positions) {
    const LinkMap& link = map_.link;
    for (std::size_t c = 0; c < link.clocks.size(); ++c) {
        if (link.clocks[c].port.position < 0) continue;
        const auto port = static_cast<std::size_t>(link.clocks[c].port.position);
        places_[port].totals = TapTotals({WordRule::sum}, link.counter_width);
        for (std::size_t p = port; p < places_.size(); ++p) places_[p].clock = c;
    }
    for (const Tap& tap : map_.taps) {
        if (tap.place.position < 0) continue;
        RingPlace& place = places_[static_cast<std::size_t>(tap.place.position)];
        place.tap = &tap;
        place.totals = TapTotals(word_rules(tap, link), link.counter_width);
        if (tap.kind() == TapKind::trace) place.trace = TraceTally(tap, link);
    }
}

std::size_t RingPlaces::resting() const {
    return static_cast<std::size_t>(
        std::count_if(places_.begin(), places_.end(),
                      [](const RingPlace& place) { return place.tap != nullptr && place.rests; }));
}

bool RingPlaces::all_fresh() const {
    return std::all_of(places_.begin(), places_.end(), [](const RingPlace& place) {
        return place.totals.words() == 0 || (place.in_frame && place.totals.fresh());
    });
}

void RingPlaces::begin_frame() {
    for (RingPlace& place : places_) place.in_frame = false;
}

void RingPlaces::forget() {
    for (RingPlace& place : places_) place.totals.forget();
}

void RingPlaces::forget_unheard() {
    for (RingPlace& place : places_) {
        if (!place.in_frame) place.totals.forget();
    }
}

void RingPlaces::forget_extremes() {
    for (RingPlace& place : places_) place.totals.forget_extremes();
}

void RingPlaces::restart() {
    for (RingPlace& place : places_) {
        place.totals.restart();
        place.trace.restart();
    }
}

void RingPlaces::set_base() {
    for (RingPlace& place : places_) {
        if (place.totals.words() > 0) place.totals.set_base();
        place.trace.set_base();
    }
}

void RingPlaces::note_first_cut() {
    for (const LinkClock& clock : map_.link.clocks) {
        if (clock.port.position >= 0)
            places_[static_cast<std::size_t>(clock.port.position)].totals.is_first_cut();
    }
}

}  // namespace tapestry
