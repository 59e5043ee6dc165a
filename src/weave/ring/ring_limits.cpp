// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/ring_limits.h"

#include <fmt/format.h>

#include "base/codes.h"
#include "model/record_layout.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kMostWords =
    65535;  // of a record: a tap tells it in 16 bits (docs/links.md)

// Whether `value` is below 2^bits.
bool fits(std::uint64_t value, std::uint32_t bits) { return bits >= 64 || value >> bits == 0; }

// Why a trace cannot be sent in words of this width; empty if it can.
std::string why_no_trace(const Tap& tap, std::uint32_t counter_width) {
    const TraceRule& rule = tap.trace().rule;
    const TraceWindow window = trace_window(rule, kRingTraceDepth);
    const std::uint64_t records = window.before + window.after;
    // The word with the number of records has one bit more than their index, and a leading 0.
    if (!fits(records - 1, counter_width - 2))
        return fmt::format("{} records cannot be counted in {} bits (--counter-width)", records,
                           counter_width);
    if (rule.trigger == "lasted" && !fits(rule.lasted, counter_width))
        return fmt::format("{} cycles cannot be counted in {} bits (--counter-width)", rule.lasted,
                           counter_width);
    return {};
}

std::string why_too_large(const Tap& tap, const LinkMap& link) {
    if (record_words(tap, link) > kMostWords)
        return fmt::format("its record would have {} words, and {} are the most",
                           record_words(tap, link), kMostWords);
    return tap.kind() == TapKind::trace ? why_no_trace(tap, link.counter_width) : std::string();
}

}  // namespace

bool fits_the_ring(const TapMap& map, Diagnostics& diagnostics) {
    bool good = true;
    for (const Tap& tap : map.taps) {
        const std::string why = why_too_large(tap, map.link);
        if (why.empty()) continue;
        diagnostics.report(Code::project_malformed, {},
                           fmt::format("tap '{}' does not fit the link: {}", tap.path, why));
        good = false;
    }
    return good;
}

}  // namespace tapestry
