// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/vcd_code.h"

#include <algorithm>

namespace tapestry {

VcdCodes::VcdCodes(const std::unordered_map<std::uint64_t, std::uint32_t>& signal_of_code,
                   const std::vector<bool>& wanted) {
    // A table may have some holes, but not cost more than the map would.
    const std::uint64_t largest = 8 * static_cast<std::uint64_t>(signal_of_code.size()) + 10'000;
    table_.resize(largest, kNoSignal);
    for (const auto& [code, signal] : signal_of_code) {
        const bool take = signal != kNoSignal && wanted[signal];
        const std::uint32_t target = take ? signal : kUnwantedSignal;
        if (code < largest)
            table_[code] = target;
        else
            map_.emplace(code, target);
    }
}

}  // namespace tapestry
