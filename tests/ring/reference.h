// SPDX-License-Identifier: Apache-2.0
//
// docs/counting.md edge by edge, for the taps of ring_bench.v. A number has a name; after each edge
// the values of all are kept, so that a frame cut at any edge can be compared.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

using Numbers = std::map<std::string, uint64_t>;

inline std::string name(const std::string& what, int k) { return what + "." + std::to_string(k); }

// States: 5, 2, 7, 0 are 0..3, the rest is 4 (other).
inline int state_of(int code) {
    return code == 5 ? 0 : code == 2 ? 1 : code == 7 ? 2 : code == 0 ? 3 : 4;
}

class Reference {
public:
    Numbers now;

    void edge(bool rst, uint32_t in) {
        event(rst, (in & 3) != 0);
        fsm(rst, state_of((in >> 2) & 7));
        stream(rst, (in >> 5) & 1, (in >> 6) & 1, (in >> 7) & 1, (in >> 8) & 15);
        queue(rst, (in >> 12) & 1, (in >> 13) & 1, (in >> 14) & 1, (in >> 15) & 1);
        call(rst, (in >> 29) & 1, (in >> 31) & 1, (in >> 12) & 1);
        value(rst, (in >> 15) & 1, (in >> 16) & 255);
        if (rst) now["reset_cycles"]++;
        for (int c = 0; c < 3 && !rst; c++)
            if (c < 2 || ((in >> 28) & 1) != 0) now[name("sum", c)] += (in >> (16 + 4 * c)) & 15;
    }

private:
    void most(const std::string& key, uint64_t value) {
        if (value > now[key]) now[key] = value;
    }
    void event(bool rst, bool is_true) {
        is_true = is_true && !rst;
        if (is_true) now["cycles_true"]++;
        if (is_true && run_ == 0) now["rising_edges"]++;
        run_ = is_true ? run_ + 1 : 0;
        most("longest_run", run_);
    }
    void fsm(bool rst, int state) {
        if (rst) {
            state_ = -1;
            return;
        }
        now[name("cycles", state)]++;
        if (state != state_) {
            now[name("entries", state)]++;
            if (state_ >= 0) {
                now[name("transition", 10 * state_ + state)]++;
                uint64_t& least = now[name("min_dwell", state_)];
                if (least == 0 || dwell_ < least) least = dwell_;
            }
            dwell_ = 0;
        }
        dwell_++;
        most(name("max_dwell", state), dwell_);
        state_ = state;
    }
    void stream(bool rst, bool valid, bool ready, bool last, int keep) {
        const bool transfer = !rst && valid && ready, blocked = !rst && valid && !ready;
        if (transfer) {
            now["transfer_cycles"]++;
            if (last) now["packets"]++;
            now["kept"] += __builtin_popcount(keep);
        }
        if (blocked) now["blocked_cycles"]++;
        if (!rst && !valid && ready) now["starved_cycles"]++;
        if (!rst && !valid && !ready) now["idle_cycles"]++;
        if (transfer && burst_ == 0) now["bursts"]++;
        burst_ = transfer ? burst_ + 1 : 0;
        block_ = blocked ? block_ + 1 : 0;
        most("longest_burst", burst_);
        most("longest_block", block_);
        // The open burst is in the bin of its present length.
        if (transfer && (burst_ & (burst_ - 1)) == 0) {
            const int k = __builtin_ctzll(burst_);
            now[name("burst_histogram", k)]++;
            if (k > 0) now[name("burst_histogram", k - 1)]--;
        }
    }
    void queue(bool rst, bool push, bool full, bool pop, bool empty) {
        if (rst) {
            occupancy_ = 0;
            return;
        }
        now[name("histogram", occupancy_ < 6 ? int(occupancy_) : 6)]++;
        now["occupancy_sum"] += occupancy_;
        most("max_occupancy", occupancy_);
        if (full) now["full_cycles"]++;
        if (empty) now["empty_cycles"]++;
        if (push && full) now["refused_pushes"]++;
        if (pop && empty) now["refused_pops"]++;
        const bool in = push && !full, out = pop && !empty;
        if (in) now["pushes"]++;
        if (out) now["pops"]++;
        if (out && !in && occupancy_ == 0)
            now["underflows"]++;
        else
            occupancy_ += int(in) - int(out);
    }

    void least(const std::string& key, uint64_t value) {
        uint64_t& known = now[key];
        if (known == 0 || value < known) known = value;
    }
    // At most four under way are followed.
    void call(bool rst, bool start, bool ready, bool done) {
        time_++;
        if (rst) {
            under_way_.clear();
            offering_ = any_begun_ = false;
            return;
        }
        if (start && !offering_) begin();
        offering_ = (offering_ || start) && !ready;
        if (!under_way_.empty()) now["busy_cycles"]++;
        if (done && under_way_.empty()) now["orphans"]++;
        if (done && !under_way_.empty()) complete();
    }
    void begin() {
        now["invocations"]++;
        if (any_begun_) {
            const uint64_t interval = time_ - begun_;
            now["interval_sum"] += interval;
            least("min_interval", interval);
            most("max_interval", interval);
        }
        any_begun_ = true;
        begun_ = time_;
        if (under_way_.size() == 4)
            now["overflows"]++;
        else
            under_way_.push_back(time_);
    }
    void complete() {
        const uint64_t latency = time_ - under_way_.front() + 1;
        under_way_.pop_front();
        now["completions"]++;
        now["latency_sum"] += latency;
        least("min_latency", latency);
        most("max_latency", latency);
        now[name("latency_histogram", 63 - __builtin_clzll(latency))]++;
    }
    void value(bool rst, bool enable, uint64_t value) {
        if (rst) return;
        if (!enable) {
            now["disabled"]++;
            return;
        }
        const uint64_t bin = value < 3 ? 5 : value >= 3 + 5 * 20 ? 6 : (value - 3) / 20;
        now[name("value", int(bin))]++;
        now["value_sum"] += value;
        most("most", value);
        most("255 - least", 255 - value);
    }

    uint64_t time_ = 0, begun_ = 0;
    bool offering_ = false, any_begun_ = false;
    std::deque<uint64_t> under_way_;
    uint64_t run_ = 0, dwell_ = 0, burst_ = 0, block_ = 0, occupancy_ = 0;
    int state_ = -1;
};
