// SPDX-License-Identifier: Apache-2.0
// The places of a ring: the counts of the tap at each, as far as its records were received.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tap_map.h"
#include "run/board/tap_totals.h"
#include "run/board/trace_tally.h"

namespace tapestry {

struct RingPlace {
    const Tap* tap = nullptr;  // none: a bridge, or a tap that is ignored
    TapTotals totals;
    TraceTally trace;
    std::size_t clock = 0;  // index in LinkMap::clocks
    bool in_frame = false;
    bool rests = false;  // stopped or disabled
};

class RingPlaces {
public:
    explicit RingPlaces(const TapMap& map);

    std::size_t size() const { return places_.size(); }
    RingPlace& operator[](std::size_t position) { return places_[position]; }
    const RingPlace& operator[](std::size_t position) const { return places_[position]; }
    auto begin() { return places_.begin(); }
    auto end() { return places_.end(); }
    auto begin() const { return places_.begin(); }
    auto end() const { return places_.end(); }

    std::size_t resting() const;  // taps that reported at the last cut that they do not count
    // Whether all counting taps were received at this cut and the one before.
    bool all_fresh() const;

    void begin_frame();     // no record of it was received yet
    void forget();          // banks may be stale
    void forget_unheard();  // the same, for places without a record in the frame that ends
    void forget_extremes();
    void restart();   // the board was restarted
    void set_base();  // counts begin here
    // The first cut since power-up was seen, which bridges cannot detect themselves.
    void note_first_cut();

private:
    const TapMap& map_;
    std::vector<RingPlace> places_;
};

}  // namespace tapestry
