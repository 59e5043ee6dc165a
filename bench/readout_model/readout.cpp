// SPDX-License-Identifier: Apache-2.0
// How long one snapshot of all counters takes to leave over each link, and the shortest period of
// automatic frames of which none is skipped or incomplete.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "Vreadout.h"
#include "host.h"

namespace {

constexpr uint8_t kSnapshot = 0x00, kPeriod = 0x11;
constexpr uint8_t kFrame = 2, kRecord = 3, kEnd = 7;
constexpr double kClock = 100e6;
constexpr uint64_t kGiveUp = 1ULL << 23;

struct Frame {
    bool ended = false, silent = false;
    int records = 0;
    uint64_t words = 0, skipped = 0, bytes = 0, edges = 0, cut = 0;
};

class Ring {
public:
    explicit Ring(int link) { dut_.link = static_cast<uint8_t>(link); }

    void order(uint8_t opcode, uint16_t argument) {
        for (uint8_t byte : command(opcode, argument)) {
            dut_.command_data = byte;
            dut_.command_valid = 1;
            dut_.eval();
            while (!dut_.command_ready) edge();
            edge();
        }
        dut_.command_valid = 0;
    }

    // Up to the END of the next frame; `edges` count from here on.
    Frame frame() {
        Frame frame;
        const uint64_t start = edges_, bytes = bytes_;
        while (!frame.ended && edges_ - start < kGiveUp) {
            edge();
            for (; !deframer_.packets.empty(); deframer_.packets.pop_front())
                take(deframer_.packets.front(), frame);
        }
        frame.edges = edges_ - start;
        frame.bytes = bytes_ - bytes;
        return frame;
    }

private:
    void edge() {
        dut_.in = random_ = random_ * 1664525 + 1013904223;
        dut_.clk = 0;
        dut_.eval();
        if (dut_.packet_go) {
            deframer_.take(dut_.packet_data);
            ++bytes_;
        }
        dut_.clk = 1;
        dut_.eval();
        ++edges_;
    }
    static void take(const Bytes& packet, Frame& frame) {
        if (packet[0] == kFrame) {
            frame.cut = number_at(packet, 3, 5) * 256;
            frame.skipped = packet[8];
        }
        if (packet[0] == kRecord) {
            ++frame.records;
            frame.words += (packet.size() - 5) / 4;
        }
        if (packet[0] == kEnd) {
            frame.ended = true;
            frame.silent = (packet[4] & 1) != 0;
        }
    }

    Vreadout dut_;
    Deframer deframer_;
    uint32_t random_ = 1;
    uint64_t edges_ = 0, bytes_ = 0;
};

// Whether frames of that period all come, whole and on time.
bool keeps_up(int link, int period_log2, int taps) {
    auto ring = std::make_unique<Ring>(link);
    ring->order(kPeriod, static_cast<uint16_t>(period_log2));
    uint64_t before = 0;
    for (int k = 0; k < 4; ++k) {
        const Frame frame = ring->frame();
        const bool whole = frame.ended && !frame.silent && frame.records == taps;
        const bool on_time = k == 0 || frame.cut - before == uint64_t{1} << period_log2;
        if (!whole || !on_time || frame.skipped > 0) return false;
        before = frame.cut;
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const int taps = std::atoi(argv[1]), divisor = std::atoi(argv[2]);
    const bool quick = argc > 3;  // without the slow one
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const char* const names[] = {"uart", "axil", "axis", "inband", "dram"};
    bool good = true;
    for (const int link : {2, 4, 1, 3, 0}) {
        if (quick && link == 0) continue;
        auto ring = std::make_unique<Ring>(link);
        ring->order(kSnapshot, 0);
        const Frame frame = ring->frame();
        good = good && frame.ended && !frame.silent && frame.records == taps && frame.words >= 1000;
        int period = 8;  // no shorter than the records take to leave
        while ((uint64_t{2} << period) < frame.edges) ++period;
        while (period < 26 && !keeps_up(link, period, taps)) ++period;
        std::printf(
            "%-8s %5d taps %6llu words %7llu bytes %9llu cycles  shortest period 2^%d: %.3f ms",
            names[link], frame.records, static_cast<unsigned long long>(frame.words),
            static_cast<unsigned long long>(frame.bytes),
            static_cast<unsigned long long>(frame.edges), period,
            1e3 * static_cast<double>(1 << period) / kClock);
        if (link == 0) std::printf(", %.2f Mbaud", kClock / divisor / 1e6);
        std::puts("");
        if (link != 0) good = good && (1 << period) < 1e-3 * kClock;
    }
    return good ? 0 : 1;
}
