// SPDX-License-Identifier: Apache-2.0
#include "run/board/cut_records.h"

#include <utility>

namespace tapestry {

namespace {

constexpr std::size_t kMostRecords =
    4'000'000;  // a stream that never ends must not fill the memory

}  // namespace

bool CutRecords::full() const { return records_.size() >= kMostRecords; }

void CutRecords::clear() {
    records_.clear();
    last_record_.assign(map_.taps.size(), {});
}

void CutRecords::mark_ends(std::uint64_t since, std::vector<ReadingRecord>& records) const {
    for (const LastRecord& last : last_record_) {
        if (last.frame == 0 || last.frame < since) continue;
        for (ReadingWord& word : records[last.record].words) {
            if (word.word == "end") word.numbers = {1};
        }
    }
}

std::optional<std::uint64_t> CutRecords::edges_of(std::size_t clock, const Cut& cut) const {
    const int port = map_.link.clocks[clock].port.position;
    if (port < 0) return cut.edges - cut.base;  // the cut of all taps
    const RingPlace& place = places_[static_cast<std::size_t>(port)];
    if (!place.in_frame || !place.totals.fresh()) return std::nullopt;
    return place.totals.totals()[0];
}

// Edges since configuration, modulo the width of the counter.
std::uint64_t CutRecords::edges_since_start(std::size_t clock, const Cut& cut) const {
    const int port = map_.link.clocks[clock].port.position;
    return port < 0 ? cut.edges : places_[static_cast<std::size_t>(port)].totals.raw_total(0);
}

std::size_t CutRecords::write(const Cut& cut, std::uint64_t& open) {
    std::size_t written = 0;
    // The hub's own clock comes first on the ring. If the sum of one of its taps closes with one
    // bank alone, this is the first cut since power-up.
    for (RingPlace& place : places_) {
        if (!place.tap || !place.in_frame || !write_tap(place, cut, open)) continue;
        ++written;
        if (place.clock == 0 && !(place.totals.heard(0) && place.totals.heard(1)))
            places_.note_first_cut();
    }
    write_clocks(cut);
    return written;
}

bool CutRecords::write_tap(RingPlace& place, const Cut& cut, std::uint64_t& open) {
    std::optional<std::uint64_t> edges = edges_of(place.clock, cut);
    if (!edges || place.rests) return false;
    // A cut of one tap is not delayed until it has reached all taps.
    std::uint64_t earlier = 0;
    if (cut.one_tap) earlier = places_.size() - static_cast<std::size_t>(place.tap->place.position);
    *edges -= earlier;
    auto words = reading_words(*place.tap, map_.link, place.totals.totals(), *edges, cut.overlong);
    if (!words) {
        // A stale bank or the first frame explains an open sum; otherwise some byte is wrong.
        if (place.totals.fresh()) ++open;
        return false;
    }
    ReadingRecord record;
    record.kind = to_word(place.tap->kind());
    record.path = place.tap->instance;
    record.words = std::move(*words);
    if (place.tap->kind() == TapKind::trace)
        place.trace.write(*edges, edges_since_start(place.clock, cut) - earlier, record);
    records_.push_back(std::move(record));
    last_record_[static_cast<std::size_t>(place.tap->tap)] = {records_.size() - 1, cut.number};
    return true;
}

void CutRecords::write_clocks(const Cut& cut) {
    for (std::size_t c = 0; c < map_.link.clocks.size(); ++c) {
        const std::optional<std::uint64_t> edges = edges_of(c, cut);
        if (!edges) continue;
        ReadingRecord record;
        record.kind = "clock";
        record.path = map_.top + ".tapestry_hub";
        record.words = {{"edges", {*edges}},
                        {"reset_cycles", {0}},
                        {"observed_cycles", {*edges}},
                        {"end", {0}},
                        {"saturated", {0}},
                        {"clock", {static_cast<std::uint64_t>(map_.link.clocks[c].clock)}},
                        {"time", {0}}};
        records_.push_back(std::move(record));
    }
}

}  // namespace tapestry
