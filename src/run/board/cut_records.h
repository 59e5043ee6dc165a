// SPDX-License-Identifier: Apache-2.0
// The records of a reading, cut by cut, from the counts of the places on the ring.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/reading.h"
#include "run/board/ring_places.h"

namespace tapestry {

// A cut of all taps, or of one alone.
struct Cut {
    std::uint64_t edges = 0;   // of the hub's clock, since configuration
    std::uint64_t base = 0;    // the edges at which counts begin
    bool one_tap = false;      // such a cut is not delayed until it has reached all taps
    bool overlong = false;     // a frame was longer than the counters can count
    std::uint64_t number = 0;  // of the frame, from 1
};

class CutRecords {
public:
    CutRecords(const TapMap& map, RingPlaces& places)
        : map_(map), places_(places), last_record_(map.taps.size()) {}

    bool full() const;
    // Writes the records of all taps whose numbers are known at the cut and returns how many; adds
    // to `open` the records whose entries do not sum to the edges.
    std::size_t write(const Cut& cut, std::uint64_t& open);
    void clear();

    const std::vector<ReadingRecord>& all() const { return records_; }
    // Marks the last record of each tap that has one of the frame `since` or later.
    void mark_ends(std::uint64_t since, std::vector<ReadingRecord>& records) const;

private:
    std::optional<std::uint64_t> edges_of(std::size_t clock, const Cut& cut) const;
    std::uint64_t edges_since_start(std::size_t clock, const Cut& cut) const;
    bool write_tap(RingPlace& place, const Cut& cut, std::uint64_t& open);
    void write_clocks(const Cut& cut);

    const TapMap& map_;
    RingPlaces& places_;
    std::vector<ReadingRecord> records_;
    // By tap: the last record (index in records_) and the frame it is of.
    struct LastRecord {
        std::size_t record = 0;
        std::uint64_t frame = 0;  // 0: none yet
    };
    std::vector<LastRecord> last_record_;
};

}  // namespace tapestry
