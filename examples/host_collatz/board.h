// SPDX-License-Identifier: Apache-2.0
// The FPGA behind a driver's interface: words go in, words come out. Here Verilator stands in for
// it. Its clock runs while somebody waits for it, and in modelled time it runs all the time: at
// 25 MHz, beside threads that take the processor time they use.
#pragma once

#include <tapestry.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>

#include "Vtop.h"

class Board {
public:
    Board() : origin_ns_(tapestry_model_clock("clk", 1e9 / kPeriodNs)) {
        top_->rst = 1;
        for (int i = 0; i < 4; ++i) tick();
        top_->rst = 0;
    }
    ~Board() {
        for (int i = 0; i < 4; ++i) tick();  // a clock does not stop with the last word
        note_clock();
        top_->final();
    }

    void write(std::uint64_t word) {
        const Wait wait(*this, sending_);
        top_->in_data = word;
    }

    std::uint32_t read() {
        { const Wait wait(*this, receiving_); }
        return received_;
    }

private:
    static constexpr std::uint64_t kPeriodNs = 40;

    // What a thread has asked the FPGA for.
    struct Request {
        bool is_open = false;
        tapestry_modelled* thread = nullptr;
    };

    // Asks, and at its end lets the FPGA run until that is done.
    class Wait {
    public:
        Wait(Board& board, Request& request) : board_(board), request_(request) {
            const std::uint64_t now = tapestry_model_call();
            lock_ = std::unique_lock(board.mutex_);
            board.run([&] { return board.time_of(board.edges_) >= now; }, lock_);
            request.is_open = true;
        }
        ~Wait() {
            request_.thread = tapestry_model_wait();
            board_.run([&] { return !request_.is_open; }, lock_);
            lock_.unlock();
            tapestry_model_go_on();
        }

    private:
        Board& board_;
        Request& request_;
        std::unique_lock<std::mutex> lock_;
    };

    // Until then, as far as no thread is behind that may ask for something earlier.
    template <class IsThen>
    void run(IsThen is_then, std::unique_lock<std::mutex>& lock) {
        for (int ticks = 1; !is_then(); ++ticks) {
            if (time_of(edges_) >= horizon_) horizon_ = tapestry_model_horizon();
            const bool may_run = time_of(edges_) < horizon_;
            if (may_run) tick();
            if (may_run && ticks % 64 != 0) continue;
            lock.unlock();
            std::this_thread::yield();
            lock.lock();
            horizon_ = 0;  // others may have come
        }
    }

    void tick() {
        top_->in_valid = sending_.is_open;
        top_->out_ready = receiving_.is_open;
        top_->eval();
        const bool is_sent = top_->in_valid && top_->in_ready;
        const bool is_received = top_->out_ready && top_->out_valid;
        if (is_received) received_ = top_->out_data;
        top_->clk = 1;
        top_->eval();
        top_->clk = 0;
        top_->eval();
        if (++edges_ % 1024 == 0) note_clock();
        if (is_sent) finish(sending_);
        if (is_received) finish(receiving_);
    }

    void finish(Request& request) {
        request.is_open = false;
        tapestry_model_done(request.thread, time_of(edges_));
        horizon_ = 0;  // it may ask for something new
    }

    std::uint64_t time_of(std::uint64_t edge) const { return origin_ns_ + edge * kPeriodNs; }

    // Where the FPGA's clock stands on the host's.
    void note_clock() {
        const std::uint64_t before = tapestry_ticks();
        const std::uint64_t edges = edges_;
        tapestry_device_clock("clk", edges, before, tapestry_ticks());
    }

    std::unique_ptr<Vtop> top_ = std::make_unique<Vtop>();
    std::mutex mutex_;
    Request sending_;
    Request receiving_;
    std::uint32_t received_ = 0;
    std::uint64_t edges_ = 0;
    std::uint64_t origin_ns_;
    std::uint64_t horizon_ = 0;
};
