// SPDX-License-Identifier: Apache-2.0
// When certain edges of clocks were, in the time of a waveform. An edge is what it is to WaveCount.
#pragma once

#include <vector>

#include "model/wave_layout.h"
#include "run/import/count.h"

namespace tapestry {

class EdgeTimer : public WaveSink {
public:
    // Fills in the times of `marks`, which are sorted by tap and edge.
    EdgeTimer(const CountPlan& plan, const WaveHeader& header, std::vector<WaveMark>& marks);

    const std::vector<bool>& wanted() const { return wanted_; }
    void on_time(std::uint64_t time) override;
    void on_change(std::uint32_t signal, WaveValue value) override;
    void on_gap() override { is_start_ = true; }

private:
    struct Watch {
        Program clock;
        bool was_one = false;
        std::uint64_t edges = 0;
        std::vector<WaveMark*> marks;
        std::size_t next = 0;
    };

    void end_of_time_stamp();

    std::vector<bool> wanted_;
    std::vector<std::uint32_t> slot_of_signal_;
    SignalValues values_;
    std::vector<Watch> watches_;
    Evaluator evaluator_;
    std::uint64_t time_ = 0;
    bool has_time_ = false;
    bool is_start_ = true;
    bool moved_ = false;
};

}  // namespace tapestry
