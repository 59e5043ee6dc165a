// SPDX-License-Identifier: Apache-2.0
// For the fuzz programs of this folder: checks what a reader guarantees about its changes.
#pragma once

#include "base/check.h"
#include "run/waveform/waveform.h"

namespace tapestry {

// Checks that times do not decrease and that values satisfy the invariants of WaveValue.
class WaveWitness : public WaveSink {
public:
    explicit WaveWitness(const WaveHeader& header) : header_(header) {}
    void on_time(std::uint64_t time) override {
        CHECK(time >= time_);
        time_ = time;
    }
    void on_change(std::uint32_t signal, WaveValue value) override {
        CHECK(signal < header_.widths.size());
        const std::uint32_t width = header_.widths[signal];
        const std::uint32_t words = words_of_width(width);
        for (std::uint32_t i = 0; i < words; ++i) CHECK((value.ones[i] & value.unknown[i]) == 0);
        if (width % 64 != 0)
            CHECK((value.ones[words - 1] | value.unknown[words - 1]) >> width % 64 == 0);
    }
    void on_gap() override {}

private:
    const WaveHeader& header_;
    std::uint64_t time_ = 0;
};

}  // namespace tapestry
