// SPDX-License-Identifier: Apache-2.0
// The identifier codes of a VCD: words of printable characters, read as numbers whose first
// character is the least significant digit, which is how simulators count them up.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "run/waveform/waveform.h"

namespace tapestry {

inline constexpr std::uint64_t kBadVcdCode = ~std::uint64_t{0};
inline constexpr std::size_t kLongestVcdCode = 9;  // 94^9 < 2^64

// Injective; kBadVcdCode for words that are not a valid code.
inline std::uint64_t vcd_code(std::string_view word) {
    if (word.empty() || word.size() > kLongestVcdCode) return kBadVcdCode;
    std::uint64_t code = 0;
    for (std::size_t i = word.size(); i-- > 0;) {
        const unsigned digit = static_cast<unsigned char>(word[i]) - 33u;
        if (digit >= 94) return kBadVcdCode;
        code = code * 94 + digit + 1;
    }
    return code;
}

inline constexpr std::uint32_t kUnwantedSignal = kNoSignal - 1;

// From codes to selected signals in one look-up: a table where codes are dense, else a map.
class VcdCodes {
public:
    VcdCodes(const std::unordered_map<std::uint64_t, std::uint32_t>& signal_of_code,
             const std::vector<bool>& wanted);

    // The signal, kUnwantedSignal, or kNoSignal for a code that is not declared.
    std::uint32_t find(std::uint64_t code) const {
        if (code < table_.size()) return table_[code];
        const auto it = map_.find(code);
        return it == map_.end() ? kNoSignal : it->second;
    }

private:
    std::vector<std::uint32_t> table_;
    std::unordered_map<std::uint64_t, std::uint32_t> map_;
};

}  // namespace tapestry
