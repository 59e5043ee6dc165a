// SPDX-License-Identifier: Apache-2.0
#include "run/board/trace_tally.h"

#include "model/record_layout.h"

namespace tapestry {

TraceTally::TraceTally(const Tap& tap, const LinkMap& link)
    : mask_(link.counter_width >= 64 ? ~std::uint64_t{0}
                                     : (std::uint64_t{1} << link.counter_width) - 1),
      width_(link.counter_width),
      window_(TraceWords(tap, link).window),
      stride_(TraceWords(tap, link).stride) {}

void TraceTally::Count::take(std::uint64_t now, std::uint64_t mask) {
    total += (now - raw) & mask;
    raw = now;
}

bool TraceTally::take(std::span<const std::uint64_t> words) {
    if (words[TraceWords::kNumber] > window_) return false;
    lost_.take(words[TraceWords::kLost], mask_);
    kept_.take(words[TraceWords::kKept], mask_);
    for (std::uint64_t i = 0; i < words[TraceWords::kNumber]; ++i) {
        const std::size_t at = TraceWords::kFirst + i * stride_;
        TraceRecord row{0, words[at], 0, true};
        for (std::size_t part = 1; part < stride_ && (part - 1) * width_ < 64; ++part)
            row.value |= words[at + part] << ((part - 1) * width_);
        waiting_.push_back(row);
    }
    return true;
}

void TraceTally::set_base() {
    lost_.base = lost_.total;
    kept_.base = kept_.total;
    written_ = 0;
    waiting_.clear();
}

void TraceTally::restart() {
    lost_ = kept_ = {};
    written_ = 0;
    waiting_.clear();
}

void TraceTally::write(std::uint64_t edges, std::uint64_t since_start, ReadingRecord& record) {
    for (TraceRecord& row : waiting_) {
        const std::uint64_t ago = (since_start - row.edge) & mask_;
        if (ago > edges) continue;  // before the run began
        row.edge = edges - ago;
        row.record = written_++;
        record.trace.push_back(row);
    }
    waiting_.clear();
    const std::uint64_t kept = kept_.since_base();
    const std::uint64_t missing = kept > written_ ? kept - written_ : 0;
    record.words.push_back({"records", {written_}});
    record.words.push_back({"lost", {lost_.since_base() + missing}});
}

}  // namespace tapestry
