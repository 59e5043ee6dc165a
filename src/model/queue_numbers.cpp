// SPDX-License-Identifier: Apache-2.0
#include "model/queue_numbers.h"

#include <algorithm>

namespace tapestry {

namespace {

double share_of(std::uint64_t cycles, const TapNumbers& queue) {
    return queue.observed_cycles == 0
               ? 0
               : static_cast<double>(cycles) / static_cast<double>(queue.observed_cycles);
}

}  // namespace

std::uint64_t full_cycles(const TapNumbers& queue) {
    const std::uint64_t depth = queue.tap.queue().depth;
    std::uint64_t cycles = 0;
    for (const HistogramBin& bin : queue.histogram) {
        if (depth > 0 && bin.bin >= depth) cycles += bin.count;
    }
    return std::max(cycles, queue.number("full_cycles"));
}

std::uint64_t empty_cycles(const TapNumbers& queue) {
    std::uint64_t cycles = 0;
    for (const HistogramBin& bin : queue.histogram) {
        if (bin.bin == 0) cycles += bin.count;
    }
    return std::max(cycles, queue.number("empty_cycles"));
}

double full_share(const TapNumbers& queue) { return share_of(full_cycles(queue), queue); }

double empty_share(const TapNumbers& queue) { return share_of(empty_cycles(queue), queue); }

}  // namespace tapestry
