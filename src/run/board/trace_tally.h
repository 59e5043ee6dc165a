// SPDX-License-Identifier: Apache-2.0
// The records of one trace tap of a ring. Each is sent once, so the records of a lost packet are
// lost. The tap also sends how many it kept, which shows the number lost.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/reading.h"
#include "model/tap_map.h"

namespace tapestry {

class TraceTally {
public:
    TraceTally() = default;
    TraceTally(const Tap& tap, const LinkMap& link);

    // Takes the words of a record (docs/links.md); false if they are inconsistent.
    bool take(std::span<const std::uint64_t> words);
    // Everything received so far is not part of the run.
    void set_base();
    void restart();

    // Adds `records`, `lost` and the trace records that came since the last time. The cut has
    // `edges` since the run began, and `since_start` since configuration.
    void write(std::uint64_t edges, std::uint64_t since_start, ReadingRecord& record);

private:
    // A counter of the tap, extended to 64 bits.
    struct Count {
        std::uint64_t raw = 0, total = 0, base = 0;
        void take(std::uint64_t now, std::uint64_t mask);
        std::uint64_t since_base() const { return total - base; }
    };

    std::uint64_t mask_ = ~std::uint64_t{0};
    std::uint32_t width_ = 32;  // of a word
    std::uint64_t window_ = 1;  // records of one report, at most
    std::size_t stride_ = 2;    // words of a record
    Count lost_, kept_;
    std::uint64_t written_ = 0;         // records
    std::vector<TraceRecord> waiting_;  // with times as received
};

}  // namespace tapestry
