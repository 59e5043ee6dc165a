// SPDX-License-Identifier: Apache-2.0
// The FPGA behind a driver's interface: words go in, words come out. Here Verilator stands in for
// it; the clock runs only while somebody calls.
#pragma once

#include <tapestry.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "Vtop.h"

class Board {
public:
    Board() {
        top_->rst = 1;
        for (int i = 0; i < 4; ++i) tick();
        top_->rst = 0;
    }
    ~Board() {
        note_clock();
        top_->final();
    }

    // False: the FPGA has no room now.
    bool try_write(std::uint64_t word) {
        const std::lock_guard lock(mutex_);
        top_->in_valid = 1;
        top_->in_data = word;
        top_->eval();
        const bool taken = top_->in_ready != 0;
        tick();
        top_->in_valid = 0;
        return taken;
    }

    // Nothing: no result is ready yet.
    std::optional<std::uint32_t> try_read() {
        const std::lock_guard lock(mutex_);
        top_->out_ready = 1;
        top_->eval();
        std::optional<std::uint32_t> word;
        if (top_->out_valid) word = top_->out_data;
        tick();
        top_->out_ready = 0;
        return word;
    }

private:
    void tick() {
        top_->clk = 1;
        top_->eval();
        top_->clk = 0;
        top_->eval();
        if (++edges_ % 1024 == 0) note_clock();
    }

    // Where the FPGA's clock stands on the host's.
    void note_clock() {
        const std::uint64_t before = tapestry_ticks();
        const std::uint64_t edges = edges_;
        tapestry_device_clock("clk", edges, before, tapestry_ticks());
    }

    std::unique_ptr<Vtop> top_ = std::make_unique<Vtop>();
    std::mutex mutex_;
    std::uint64_t edges_ = 0;
};
