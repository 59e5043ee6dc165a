// SPDX-License-Identifier: Apache-2.0
// The FPGA resources of a design.
#pragma once

#include <cstdint>

namespace tapestry {

struct Area {
    std::uint64_t lut = 0;  // as logic and as memory
    std::uint64_t ff = 0;
    std::uint64_t bram = 0;

    Area& operator+=(const Area& other) {
        lut += other.lut;
        ff += other.ff;
        bram += other.bram;
        return *this;
    }
    // The resources that this design needs in excess of `other`; 0 where it needs less.
    Area over(const Area& other) const {
        auto more = [](std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; };
        return {more(lut, other.lut), more(ff, other.ff), more(bram, other.bram)};
    }
};

}  // namespace tapestry
