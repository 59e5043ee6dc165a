// SPDX-License-Identifier: Apache-2.0
// The FPGA card behind a driver's interface, and the processor in front of it, both in modelled
// time. Verilator stands in for the FPGA: it has 100 MHz and takes a word in each cycle of a
// transfer. The paper's card needs 17.6 us for a message of 0.75 KB (42.5 MB/s), so that a transfer
// takes kSetupNs before its first word. A step of the search takes the processor as long as a core,
// as in the paper, where 56 cores promise 54.2 times its speed. So every run takes the same time on
// any machine.
#pragma once

#include <tapestry.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "Vtop.h"

class Board {
public:
    explicit Board(std::size_t depth)
        : depth_(depth), origin_ns_(tapestry_model_clock("clk", 1e9 / kPeriodNs)) {
        tapestry_model_call();  // resetting a simulation takes the program no time, nor does ending
                                // it
        top_->rst = 1;
        for (int i = 0; i < 4; ++i) tick();
        top_->rst = 0;
        tapestry_model_wait();
        tapestry_model_go_on();
    }
    ~Board() {
        tapestry_model_call();
        for (int i = 0; i < 4; ++i) tick();  // a clock does not stop with the last word
        note_clock();
        top_->final();
    }

    // `work` says how many steps it took. The processor's time is theirs.
    template <class Work>
    void compute(Work work) {
        const std::uint64_t now = tapestry_model_call();
        go_on_after(now, work() * kStepNs);
    }

    // A register of the card was read across the bus.
    void read_status() { go_on_after(tapestry_model_call(), kStatusNs); }
    void set_up() { go_on_after(tapestry_model_call(), kSetupNs); }

    void wait_for_room(std::size_t words) {
        wait([this, words] { return depth_ - top_->work_count >= words; });
    }

    // The words go in one after the other. There must be room for them.
    void write(const std::vector<std::uint64_t>& words) {
        wait(
            [this, &words, next = std::size_t{0}]() mutable {
                if (next != 0) top_->in_valid = 0;
                if (next == words.size()) return true;
                top_->in_valid = 1;
                top_->in_data = words[next++];
                return false;
            },
            words.size() * kPeriodNs);
        sent_ += words.size();
    }

    // The host has no more to send.
    void close() {
        wait([this] {
            is_closed_ = true;
            return true;
        });
    }

    // Waits until that many results are there, or all that will come. Returns how many there are.
    std::size_t wait_for_results(std::size_t words) {
        std::size_t there = 0;
        wait([this, words, &there] {
            there = std::min<std::size_t>(words, top_->done_count);
            return there == words || (is_closed_ && received_ + there == sent_);
        });
        return there;
    }

    // There must be that many results.
    std::vector<std::uint64_t> read(std::size_t words) {
        std::vector<std::uint64_t> results;
        wait(
            [this, words, &results] {
                top_->out_ready = 0;
                if (results.size() == words) return true;
                top_->out_ready = 1;
                results.push_back(top_->out_data);
                return false;
            },
            words * kPeriodNs);
        received_ += words;
        return results;
    }

private:
    static constexpr std::uint64_t kPeriodNs = 10, kStepNs = 10, kStatusNs = 1000, kSetupNs = 16640;

    // What a thread has asked the FPGA for: looked at before each edge, until it is done.
    struct Request {
        tapestry_modelled* thread = nullptr;
        std::function<bool()> is_done;
        bool is_open = true;
        std::uint64_t done_at = 0;  // edge
    };

    // The thread is done `ns` after it was with what it did before. With the lock, so that the FPGA
    // never runs while the thread seems to wait for it.
    void go_on_after(std::uint64_t now, std::uint64_t ns) {
        due_ns_ = std::max(now, due_ns_ == 0 ? now + ns : due_ns_ + ns);
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            tapestry_model_done(tapestry_model_wait(), due_ns_);
        }
        tapestry_model_go_on();
    }

    void wait(std::function<bool()> is_done, std::uint64_t transfer_ns = 0) {
        const std::uint64_t now = tapestry_model_call();
        std::unique_lock<std::mutex> lock(mutex_);
        run([&] { return time_of(edges_) >= now; }, lock);
        Request request{tapestry_model_wait(), std::move(is_done), true, 0};
        requests_.push_back(&request);
        const std::uint64_t first = edges_;
        run([&] { return !request.is_open; }, lock);
        // What was there at once would have been there when the thread was due, too.
        if (request.done_at > first)
            due_ns_ = std::max(due_ns_,
                               transfer_ns > 0 ? due_ns_ + transfer_ns : time_of(request.done_at));
        lock.unlock();
        tapestry_model_go_on();
    }

    // Until then, as far as no thread is behind that may ask for something earlier.
    template <class IsThen>
    void run(IsThen is_then, std::unique_lock<std::mutex>& lock) {
        for (int ticks = 1; !is_then(); ++ticks) {
            if (time_of(edges_) >= horizon_) horizon_ = tapestry_model_horizon();
            const bool may_run = time_of(edges_) < horizon_;
            if (may_run) tick();
            if (may_run && ticks % 256 != 0) continue;
            lock.unlock();
            std::this_thread::yield();
            lock.lock();
            horizon_ = 0;  // others may have come
        }
    }

    void tick() {
        top_->eval();
        for (std::size_t i = 0; i < requests_.size();) {
            if (requests_[i]->is_done())
                finish(i);
            else
                ++i;
        }
        top_->eval();
        top_->clk = 1;
        top_->eval();
        top_->clk = 0;
        if (++edges_ % 1024 == 0) note_clock();
    }

    void finish(std::size_t at) {
        Request& request = *requests_[at];
        requests_.erase(requests_.begin() + static_cast<std::ptrdiff_t>(at));
        request.is_open = false;
        request.done_at = edges_;
        tapestry_model_done(request.thread, time_of(edges_));
        horizon_ = 0;  // it may ask for something new
    }

    std::uint64_t time_of(std::uint64_t edge) const { return origin_ns_ + edge * kPeriodNs; }

    // Where the FPGA's clock stands on the host's.
    void note_clock() {
        const std::uint64_t before = tapestry_ticks();
        tapestry_device_clock("clk", edges_, before, tapestry_ticks());
    }

    std::unique_ptr<Vtop> top_ = std::make_unique<Vtop>();
    std::mutex mutex_;
    std::vector<Request*> requests_;
    std::size_t depth_;
    std::uint64_t sent_ = 0, received_ = 0;
    bool is_closed_ = false;
    std::uint64_t edges_ = 0;
    std::uint64_t origin_ns_;
    std::uint64_t horizon_ = 0;
    static inline thread_local std::uint64_t due_ns_ =
        0;  // when the calling thread is done with its last request
};
