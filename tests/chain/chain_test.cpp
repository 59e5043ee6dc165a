// SPDX-License-Identifier: Apache-2.0
//
// Plays design and host for chain_bench.v: indices with very different habits, cuts at any time, a
// host that is slow. Every word of every record must be what was counted edge by edge up to the cut
// that the frame names. The exit status is 1 when some word differs.
#include <verilated.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "../ring/host.h"
#include "Vchain_bench.h"

namespace {

constexpr int kTables = 7;
constexpr int kEntries[kTables] = {32, 16, 8, 4, 32, 8, 32};
constexpr int kRecord[kTables] = {0, 1, 2, 3, 4, 4, 5};  // tables 4 and 5 are one tap
constexpr int kWords[6] = {32, 16, 8, 4, 40, 32};
using Counts = std::array<std::array<uint64_t, 32>, kTables>;

class Bench {
public:
    Bench(uint64_t seed, int counter_width)
        : random_(seed * 0x9e3779b97f4a7c15ULL + 1), width_(counter_width) {
        dut_.eval();
    }

    void run(uint64_t edges) {
        for (uint64_t end = edges_ + edges; edges_ < end;) cycle();
    }
    void order(uint8_t opcode) {
        for (uint8_t byte : command(opcode, 0)) out_.push_back(byte);
    }
    // Waits for the frame that answers, compares its words; false if there is none.
    bool frame() {
        const uint64_t end = edges_ + 400000;
        while (edges_ < end && (deframer_.packets.empty() || deframer_.packets.back()[0] != 7))
            cycle();
        bool complete = false;
        for (; !deframer_.packets.empty(); deframer_.packets.pop_front()) {
            const Bytes& packet = deframer_.packets.front();
            if (packet[0] == 2) cut_ = number_at(packet, 3, 5) * 256 + 26;
            if (packet[0] == 3) take(packet);
            complete = packet[0] == 7;
        }
        return complete;
    }
    uint64_t random() {
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        return random_ ^= random_ << 17;
    }
    uint64_t edges() const { return edges_; }
    uint64_t compared = 0, differ = 0, records = 0, clears = 0;
    bool slow = false;

private:
    // What each table sees: noise, standing still, counting up, rare changes, two far apart, a few,
    // and slow rounds; from time to time all stand still on one entry for as long as the law lets
    // them.
    void drive() {
        if (random() % 20000 == 0) still_ = random() % 40000;
        if (still_ > 0) {
            --still_;
            return;
        }
        const uint64_t r = random();
        index_[0] = r & 31;
        if ((r >> 5) % 5000 == 0) index_[1] = (r >> 20) & 15;
        index_[2] = (index_[2] + 1) & 7;
        if ((r >> 8 & 255) == 0) index_[3] = (r >> 24) & 3;
        index_[4] = (r >> 40 & 1) ? 0 : 31;
        index_[5] = (r >> 44) & 3;
        index_[6] = (edges_ >> 6) & 31;
    }
    void cycle() {
        drive();
        uint64_t in = 0;
        for (int t = 0; t < kTables; t++) {
            in |= index_[t] << (5 * t);
            counts_[t][index_[t]]++;
        }
        dut_.in = in;
        dut_.command_valid = !out_.empty();
        dut_.command_data = out_.empty() ? 0 : out_.front();
        dut_.packet_ready = random() % (slow ? 40 : 2) == 0;
        dut_.eval();
        if (dut_.command_valid != 0 && dut_.command_ready != 0) out_.pop_front();
        const bool got = dut_.packet_valid != 0 && dut_.packet_ready != 0;
        const uint8_t data = dut_.packet_data;
        ++edges_;
        if (edges_ % 256 == 26) kept_[edges_] = counts_;
        if (kept_.size() > 4000) kept_.erase(kept_.begin());
        dut_.clk = 1;
        dut_.eval();
        dut_.clk = 0;
        dut_.eval();
        if (got) deframer_.take(data);
    }
    void take(const Bytes& packet) {
        const size_t record = number_at(packet, 2, 2) & 0x3ff, bytes = (width_ + 7) / 8;
        const int bank = packet.back() & 1;
        records++;
        if (record >= 6 || packet.size() != 5 + kWords[record] * bytes || kept_.count(cut_) == 0) {
            differ++;
            return;
        }
        size_t word = 0;
        for (int t = 0; t < kTables; t++) {
            for (int e = 0; kRecord[t] == int(record) && e < kEntries[t]; e++, word++) {
                const uint64_t value = number_at(packet, 4 + bytes * word, bytes),
                               mask = (uint64_t(1) << width_) - 1;
                totals_[t][e] += (value - banks_[bank][t][e]) & mask;
                banks_[bank][t][e] = value;
                compared++;
                if (totals_[t][e] == kept_[cut_][t][e]) continue;
                if (differ++ < 5)
                    std::printf("      table %d entry %d at edge %llu: %llu, not %llu\n", t, e,
                                (unsigned long long)cut_, (unsigned long long)totals_[t][e],
                                (unsigned long long)kept_[cut_][t][e]);
            }
        }
    }

    Vchain_bench dut_;
    uint64_t random_, edges_ = 0, cut_ = 0, still_ = 0;
    int width_;
    std::array<uint64_t, kTables> index_ = {};
    Counts counts_ = {}, totals_ = {}, banks_[2] = {};
    std::map<uint64_t, Counts> kept_;
    std::deque<uint8_t> out_;
    Deframer deframer_;
};

}  // namespace

int main(int argc, char** argv) {
    const uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const uint64_t edges = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 600000;
    Bench bench(seed, argc > 3 ? std::atoi(argv[3]) : 32);
    bool answered = true;
    uint64_t frames = 0;
    for (bench.run(40); bench.edges() < edges; frames++) {
        bench.slow = bench.random() % 8 == 0;
        bench.order(bench.random() % 5 == 0 ? 1 : 0);
        answered = bench.frame() && answered;
        bench.run(bench.random() % 3 == 0 ? 20000 : bench.random() % 600);
    }
    std::printf("seed %llu: %llu edges, %llu frames, %llu words, %llu differ%s\n",
                (unsigned long long)seed, (unsigned long long)bench.edges(),
                (unsigned long long)frames, (unsigned long long)bench.compared,
                (unsigned long long)bench.differ, answered ? "" : ", a command was not answered");
    return bench.differ == 0 && answered && frames > 10 && bench.records == 6 * frames ? 0 : 1;
}
