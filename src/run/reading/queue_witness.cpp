// SPDX-License-Identifier: Apache-2.0
#include "run/reading/queue_witness.h"

#include <fmt/format.h>

namespace tapestry {

namespace {

// Registers before and behind a memory hold entries that its depth does not count.
constexpr std::uint64_t kMostRegisters = 2;
// Edges from a push until a queue stops saying that it is empty.
constexpr std::uint64_t kSlowestFlag = 8;

// A queue with a valid in place of a flag may hold back what it has, such as a packet that is not
// yet complete; a flag called empty tells of the entries.
bool has_empty_flag(const Tap& tap) {
    const std::string_view empty = tap.observed("empty");
    return !empty.empty() && !empty.starts_with("!") && empty != "1'b0";
}

std::uint64_t cycles_at_0(const TapNumbers& queue) {
    for (const HistogramBin& bin : queue.histogram) {
        if (bin.bin == 0) return bin.count;
    }
    return 0;
}

}  // namespace

std::string contradicted(const TapNumbers& queue) {
    const Tap& tap = queue.tap;
    if (!tap.is(TapKind::queue) || !tap.bus().name.empty()) return {};
    const std::uint64_t most = queue.number("max_occupancy");
    const std::uint64_t depth = tap.queue().depth;
    if (depth > 0 && most > depth + kMostRegisters)
        return fmt::format("it would hold {} of {}", most, depth);
    const std::uint64_t counted = cycles_at_0(queue);
    const std::uint64_t said = queue.number("empty_cycles");
    const std::uint64_t pushes = queue.number("pushes");
    if (!has_empty_flag(tap)) return {};
    if (said > counted + kSlowestFlag * (pushes + 1))
        return fmt::format("it says that it is empty for {} cycles, and would be for {}", said,
                           counted);
    if (counted > said + pushes)
        return fmt::format("it would be empty for {} cycles, and says so for {}", counted, said);
    return {};
}

}  // namespace tapestry
