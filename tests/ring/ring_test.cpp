// SPDX-License-Identifier: Apache-2.0
//
// Plays design and host for ring_bench.v: random inputs, random back-pressure, every command; each
// frame's totals must equal what the reference counted up to the edge that the frame names.
#include <verilated.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>

#include "Vring_bench.h"
#include "host.h"
#include "reference.h"

namespace {

enum Opcode {
    kSnapshot = 0,
    kClear,
    kIdentify,
    kStart = 4,
    kStop,
    kEnable,
    kDisable,  // of all taps
    kOne = 8,  // added: of one; argument -position
    kHello = 16,
    kPeriod,
    kPriority,
    kNoPriority
};
enum Type { kHelloPacket = 1, kFramePacket, kRecordPacket, kIdentityPacket, kEndPacket = 7 };
constexpr int kTaps = 18;
constexpr int kLean = 11, kPort = 16;  // the first lean tap, and the bridge behind them
constexpr int kWidth[kTaps] = {4, 4, 4, 4, 4, 4, 3, 4, 4,
                               4, 4, 4, 4, 4, 4, 4, 4, 4};  // bytes of a word
constexpr int kWords[kTaps] = {5, 64, 16, 42, 8, 43, 8, 5, 21, 56, 13, 4, 16, 8, 40, 16, 1, 5};

int failures = 0;
void expect(bool ok, const std::string& what) {
    if (ok) return;
    failures++;
    if (failures < 40) std::printf("FAIL  %s\n", what.c_str());
}
void same(uint64_t got, uint64_t want, const std::string& what) {
    expect(got == want, what + ": " + std::to_string(got) + ", not " + std::to_string(want));
}

// The words of all frames added up, and the extremes of both banks.
struct Tap {
    static constexpr size_t kMostWords = 64;
    using Words = std::array<uint64_t, kMostWords>;  // those that a record does not have stay 0
    Words previous[2] = {}, total = {}, extreme[2] = {};

    void add(const Bytes& record, int width, bool baseline) {
        const int bank = record.back() & 1;
        const size_t words = std::min(kMostWords, (record.size() - 1) / width);
        for (size_t k = 0; k < words; k++) {
            const uint64_t value = number_at(record, k * width, width),
                           mask = (uint64_t(1) << (width == 3 ? 18 : 32)) - 1;
            if (!baseline) total[k] += (value - previous[bank][k]) & mask;
            previous[bank][k] = extreme[bank][k] = value;
        }
    }
    uint64_t most(size_t k) const {
        uint64_t value = 0;
        for (const auto& bank : extreme)
            if (bank[k] > value) value = bank[k];
        return value;
    }
    uint64_t least(size_t k) const {
        uint64_t value = 0;
        for (const auto& bank : extreme)
            if (bank[k] != 0 && (value == 0 || bank[k] < value)) value = bank[k];
        return value;
    }
};

class Bench {
public:
    explicit Bench(uint64_t seed) : random_(seed * 0x9e3779b97f4a7c15ULL + 1) {
        dut_.rst = 1;
        dut_.eval();
    }

    uint64_t random() {
        random_ ^= random_ << 13;
        random_ ^= random_ >> 7;
        return random_ ^= random_ << 17;
    }

    void cycle() {
        drive();
        dut_.eval();
        const bool sent = dut_.command_valid != 0 && dut_.command_ready != 0;
        const bool got = dut_.packet_valid != 0 && dut_.packet_ready != 0;
        const uint8_t data = dut_.packet_data;
        if (!out_.empty() && sent) out_.pop_front();
        reference_.edge(dut_.rst != 0, dut_.in);
        edges_++;
        // Cuts are made at edge 26 of 256, those of sums a few edges later.
        if (edges_ % 256 >= 26 && edges_ % 256 < 32) kept_[edges_] = reference_.now;
        data_[edges_ - 1] = (dut_.in >> 16) & 15;
        if (data_.size() > 100000) data_.erase(data_.begin());
        if (kept_.size() > 1600) kept_.erase(kept_.begin());
        dut_.clk = 1;
        dut_.eval();
        dut_.clk = 0;
        dut_.eval();
        if (random() % 4 != 0) {
            dut_.clk_2 = !dut_.clk_2;
            if (dut_.clk_2 != 0) edges_2_++;
            dut_.eval();
        }
        if (got) deframer_.take(data);
    }

    void order(int opcode, int argument = 0) {
        for (uint8_t byte : command(uint8_t(opcode), uint16_t(argument))) out_.push_back(byte);
    }
    void raw(const Bytes& bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }

    // The next packet; empty after too many cycles.
    Bytes packet(int patience = 40000) {
        while (deframer_.packets.empty() && patience-- > 0) cycle();
        if (deframer_.packets.empty()) return {};
        Bytes bytes = deframer_.packets.front();
        deframer_.packets.pop_front();
        bytes.resize(std::max<size_t>(bytes.size(), 5));  // the shortest has so many
        expect(!sequence_known_ || bytes[1] == uint8_t(sequence_ + 1), "sequence");
        sequence_ = bytes[1];
        sequence_known_ = true;
        return bytes;
    }

    // A FRAME, its records and its END; false when there is none. Compares unless told not to.
    bool frame(bool compare = true) {
        Bytes head = packet();
        if (head.empty()) return false;
        same(head[0], kFramePacket, "type of the first packet of a frame");
        same(head.size(), 9, "bytes of FRAME");
        head.resize(9);
        flags = head[2] & 0x1f;
        const int frame_number = head[2] >> 5;
        cut = (number_at(head, 3, 5) << 8) | 26;
        skipped = head[8];
        positions.clear();
        for (;;) {
            Bytes bytes = packet();
            if (bytes.empty()) return false;
            if (bytes[0] == kEndPacket) {
                silent = (bytes[4] & 1) != 0;
                break;
            }
            int position = int(number_at(bytes, 2, 2) & 0x3ff);
            if ((flags & 8) != 0) position = -position & 0x3ff;
            same(bytes[3] >> 5, frame_number, "frame of a record");
            positions.push_back(position);
            const Bytes body(bytes.begin() + 4, bytes.end());
            if (bytes[0] == kIdentityPacket)
                identities[position] = body;
            else if (position < kTaps && short_of(position, body))
                cut_records++;
            else if (position < kTaps) {
                status[position] = body.back();
                taps[position].add(body, kWidth[position], (flags & 7) == 1);
            }
        }
        if (compare && !silent && (flags & 0xf) == kSnapshot) check_all();
        return true;
    }

    // A record that the ring did not bring home whole. None is ever too long.
    static bool short_of(int position, const Bytes& body) {
        const size_t whole = size_t(kWords[position] * kWidth[position]) + 1;
        expect(body.size() <= whole, name("bytes of the record of", position));
        return body.size() != whole;
    }

    void check_all() {
        frames++;
        same(positions.size(), kTaps, "records of a frame");
        expect(kept_.count(cut) != 0, "the cut's edge is known");
        Numbers want = kept_[cut];
        check_event(want);
        check_fsm(want);
        check_stream(want);
        check_queue(want);
        check_call(want);
        check_value(want);
        check_sum();
        check_trace();
        check_lean(want);
        check_other_clock();
    }

    // The frame of a channel ends some edges after the cut, later for each.
    void check_sum() {
        same(taps[7].total[0] + taps[7].total[1], cut, "sum edges");
        for (int c = 0; c < 3; c++)
            same(taps[7].total[2 + c], kept_[cut + 2 + c][name("sum", c)], name("sum", c));
    }
    // Lean taps have the words of full ones, which are compared with the reference.
    void check_words(int lean, size_t from, int full, size_t at, size_t words) {
        for (size_t k = 0; k < words; k++)
            same(taps[lean].total[from + k], taps[full].total[at + k],
                 name("lean tap", lean) + name(" word", int(from + k)));
    }
    void check_lean(Numbers& want) {
        check_words(kLean, 0, 0, 0, 4);
        check_words(kLean + 1, 0, 2, 0, 16);
        check_words(kLean + 2, 0, 3, 0, 4);
        const auto& stream = taps[kLean + 2].total;
        same(stream[4] + stream[5] + stream[6] + stream[7], want["transfer_cycles"],
             "lean transfers");
        same(stream[5] + stream[7], want["packets"], "lean packets");
        same(stream[6] + stream[7], want["bursts"], "lean bursts");
        check_words(kLean + 3, 0, 5, 0, 32);
        check_words(kLean + 3, 32, 5, 35, 8);
        check_words(kLean + 4, 0, 9, 0, 16);
    }
    // The taps of the other clock are cut at one of its edges, not long after the hub's.
    void check_other_clock() {
        const Tap& event = taps[kPort + 1];
        const uint64_t edges = taps[kPort].total[0];
        same(event.total[0] + event.total[1] + event.total[2] + event.total[3], edges,
             "edges of the other clock");
        expect(edges <= edges_2_ && edges + 30000 > edges_2_,
               "its edges: " + std::to_string(edges) + " of " + std::to_string(edges_2_));
    }
    // Records are the data of their edge.
    void check_trace() {
        const auto& words = taps[8].extreme[status[8] & 1];
        same(taps[8].total[0] + taps[8].total[1], cut, "trace edges");
        expect(words[4] <= 8 && words[4] <= words[3], "records of a window");
        uint64_t before = 0;
        for (uint64_t k = 0; k < words[4] && k < 8; k++) {
            const uint64_t time = words[5 + 2 * k], data = words[6 + 2 * k];
            expect(time > before && time <= cut, "times of a trace grow");
            if (data_.count(time) != 0) same(data, data_[time], "data of a trace");
            before = time;
            traced++;
        }
    }
    void check_event(Numbers& want) {
        const Tap& t = taps[0];
        same(t.total[0], want["reset_cycles"], "event reset_cycles");
        same(t.total[0] + t.total[1] + t.total[2] + t.total[3], cut, "event edges");
        same(t.total[2] + t.total[3], want["cycles_true"], "cycles_true");
        same(t.total[3], want["rising_edges"], "rising_edges");
        same(t.most(4), want["longest_run"], "longest_run");
    }
    void check_fsm(Numbers& want) {
        const Tap &pairs = taps[1], &states = taps[2];
        uint64_t reset = 0;
        for (int from = 0; from < 6; from++) reset += pairs.total[from * 8 + 5];
        same(reset, want["reset_cycles"], "fsm reset_cycles");
        for (int to = 0; to < 5; to++) {
            uint64_t cycles = 0, entries = 0;
            for (int from = 0; from < 6; from++) {
                const uint64_t n = pairs.total[from * 8 + to];
                cycles += n;
                if (from == to) continue;
                entries += n;
                if (from < 5)
                    same(n, want[name("transition", 10 * from + to)],
                         name("transition", 10 * from + to));
            }
            same(cycles, want[name("cycles", to)], name("cycles", to));
            same(entries, want[name("entries", to)], name("entries", to));
            same(pairs.most(48 + to), want[name("max_dwell", to)], name("max_dwell", to));
            same(pairs.least(56 + to), want[name("min_dwell", to)], name("min_dwell", to));
            same(states.total[to] + states.total[8 + to], want[name("cycles", to)],
                 name("block cycles", to));
            same(states.total[8 + to], want[name("entries", to)], name("block entries", to));
        }
    }
    void check_stream(Numbers& want) {
        const Tap &full = taps[3], &lean = taps[4];
        uint64_t transfers = full.total[4] + full.total[5], packets = full.total[5];
        uint64_t reached[17] = {};
        for (int k = 0; k < 16; k++) {
            reached[k] = full.total[6 + 2 * k] + full.total[7 + 2 * k];
            transfers += reached[k];
            packets += full.total[7 + 2 * k];
        }
        same(full.total[0], want["reset_cycles"], "stream reset_cycles");
        same(full.total[1], want["idle_cycles"], "idle_cycles");
        same(full.total[2], want["starved_cycles"], "starved_cycles");
        same(full.total[3], want["blocked_cycles"], "blocked_cycles");
        same(transfers, want["transfer_cycles"], "transfer_cycles");
        same(packets, want["packets"], "packets");
        same(reached[0], want["bursts"], "bursts");
        for (int k = 0; k < 16; k++)
            same(reached[k] - reached[k + 1], want[name("burst_histogram", k)],
                 name("burst_histogram", k));
        same(full.total[38] + (full.total[39] << 32), want["kept"], "kept");
        same(full.most(40), want["longest_block"], "longest_block");
        same(full.most(41), want["longest_burst"], "longest_burst");
        same(lean.total[4] + lean.total[6], want["transfer_cycles"], "lean transfer_cycles");
        same(lean.total[6], want["bursts"], "lean bursts");
        same(lean.total[3], want["blocked_cycles"], "lean blocked_cycles");
    }
    void check_queue(Numbers& want) {
        const Tap &full = taps[5], &lean = taps[6];
        Numbers got;
        for (int k = 0; k < 32; k++) {
            const uint64_t n = full.total[k];
            if (k == 16) got["reset_cycles"] += n;
            if ((k & 4) != 0) got["full_cycles"] += n;
            if ((k & 1) != 0) got["empty_cycles"] += n;
            if ((k & 12) == 12) got["refused_pushes"] += n;
            if ((k & 12) == 8) got["pushes"] += n;
            if ((k & 3) == 3) got["refused_pops"] += n;
            if ((k & 3) == 2) got["pops"] += n;
            if (k > 16) got["underflows"] += n;
        }
        for (const auto& [key, value] : got) same(value, want[key], "queue " + key);
        same(full.total[32] + (full.total[33] << 32), want["occupancy_sum"], "occupancy_sum");
        same(full.most(34), want["max_occupancy"], "max_occupancy");
        uint64_t sum = 0;
        for (int k = 0; k < 7; k++) {
            same(full.total[35 + k], want[name("histogram", k)], name("histogram", k));
            expect(lean.total[k] <= want[name("histogram", k)], name("shared histogram", k));
            sum += want[name("histogram", k)] - lean.total[k];
        }
        missed += sum - missed;
        expect(sum <= 200, "edges that the shared port missed: " + std::to_string(sum));
    }

    void check_call(Numbers& want) {
        const Tap& t = taps[9];
        Numbers got;
        for (int k = 0; k < 16; k++) {
            const uint64_t n = t.total[k];
            got["edges"] += n;
            if (k == 4) {
                got["reset_cycles"] += n;
                continue;
            }
            if ((k & 8) != 0) got["invocations"] += n;
            if ((k & 4) != 0) got["overflows"] += n;
            if ((k & 2) != 0) got["busy_cycles"] += n;
            if ((k & 3) == 3) got["completions"] += n;
            if ((k & 3) == 1) got["orphans"] += n;
        }
        want["edges"] = cut;
        got["latency_sum"] = t.total[16] + (t.total[17] << 32);
        got["interval_sum"] = t.total[18] + (t.total[19] << 32);
        got["min_latency"] = t.least(20);
        got["max_latency"] = t.most(21);
        got["min_interval"] = t.least(22);
        got["max_interval"] = t.most(23);
        for (int k = 0; k < 32; k++) got[name("latency_histogram", k)] = t.total[24 + size_t(k)];
        for (const auto& [key, value] : got) same(value, want[key], "call " + key);
    }
    void check_value(Numbers& want) {
        const Tap& t = taps[10];
        for (int k = 0; k < 7; k++)
            same(t.total[size_t(k)], want[name("value", k)], name("value", k));
        same(t.total[7], want["disabled"], "value disabled");
        same(t.total[8], want["reset_cycles"], "value reset_cycles");
        same(t.total[9] + (t.total[10] << 32), want["value_sum"], "value_sum");
        const auto& last = t.extreme[status[10] & 1];
        same(last[11], 255 - want["255 - least"], "least");
        same(last[12], want["most"], "most");
    }

    Tap taps[kTaps];
    uint8_t status[kTaps] = {};
    std::map<int, Bytes> identities;
    std::vector<int> positions;
    uint64_t cut = 0, skipped = 0, missed = 0;
    uint8_t flags = 0;
    bool silent = false;
    int frames = 0, traced = 0, cut_records = 0;
    int back_pressure = 4;  // packets are refused in back_pressure of 8 cycles
    bool cut_ring = false, hub_rst = false;
    Deframer& deframer() { return deframer_; }
    void forget_sequence() { sequence_known_ = false; }
    uint64_t edges() const { return edges_; }

private:
    void drive() {
        if (phase_left_-- == 0) {
            phase_left_ = 20 + int(random() % 300);
            density_ = int(random() % 6);
            inputs_ = uint32_t(random() >> 17);
        }
        if (density_ == 5)
            inputs_ = ~inputs_;
        else if (density_ > 0) {
            uint32_t flip = ~0U;
            for (int k = 0; k < (density_ == 1   ? 6
                                 : density_ == 2 ? 4
                                 : density_ == 3 ? 2
                                                 : 1);
                 k++)
                flip &= uint32_t(random() >> 13);
            inputs_ ^= flip;
        }
        if (reset_left_ > 0)
            reset_left_--;
        else if (random() % 512 == 0)
            reset_left_ = 1 + int(random() % 4);
        dut_.rst = reset_left_ > 0;
        dut_.in = inputs_;
        dut_.packet_ready = int(random() % 8) >= back_pressure;
        dut_.command_valid = !out_.empty() && random() % 4 != 0;
        dut_.command_data = out_.empty() ? 0 : out_.front();
        dut_.cut_ring = cut_ring;
        dut_.hub_rst = hub_rst;
    }

    Vring_bench dut_;
    uint64_t random_;
    std::deque<uint8_t> out_;
    Deframer deframer_;
    Reference reference_;
    uint64_t edges_ = 0, edges_2_ = 0;
    std::map<uint64_t, Numbers> kept_;
    std::map<uint64_t, int> data_;  // that the trace sees, by time
    uint32_t inputs_ = 0;
    int phase_left_ = 0, density_ = 0, reset_left_ = 3;
    uint8_t sequence_ = 0;
    bool sequence_known_ = false;
};

void snapshots(Bench& b) {
    for (int k = 0; k < 20; k++) {
        b.order(kSnapshot);
        expect(b.frame(), "snapshot answered");
        for (int pause = int(b.random() % 400); pause > 0; pause--) b.cycle();
    }
}

void automatic_frames(Bench& b) {
    b.order(kPeriod, 14);  // longer than a frame takes, with its lean taps
    uint64_t before = 0;
    for (int k = 0; k < 12; k++) {
        expect(b.frame(), "automatic frame");
        if (before != 0) same(b.cut - before, 16384 * (1 + b.skipped), "period");
        before = b.cut;
    }
    b.order(kPeriod, 0);
    for (int k = 0; k < 30000; k++) b.cycle();
    while (!b.deframer().packets.empty()) b.frame();
}

void hello_and_identities(Bench& b) {
    b.order(kHello);
    Bytes hello = b.packet();
    same(hello.size(), 16, "bytes of HELLO");
    hello.resize(16);
    same(number_at(hello, 4, 8), 0x0123456789ab7e7dULL, "identity");
    same(number_at(hello, 12, 2), kTaps, "taps");
    same(hello[14], 32, "width");
    b.order(kIdentify);
    expect(b.frame(false), "identify answered");
    same(b.identities.size(), kTaps, "identities");
    constexpr int kinds[kTaps] = {1, 2, 2, 3, 3, 4, 4, 11, 10, 5, 6, 0, 0, 0, 0, 0, 7, 1};
    for (int k = 0; k < kTaps; k++) {
        Bytes& id = b.identities[k];
        if (k >= kLean && k < kPort) {
            same(id.size(), 1, "identity of a lean tap");
            continue;
        }
        id.resize(6);
        same(id[0], kinds[k], "kind");
        same(number_at(id, 1, 2), 0x1001 + k, "site");
        same(number_at(id, 3, 2), kWords[k], "words");
        same(id[5], kWidth[k], "bytes of a word");
    }
    b.identities.clear();
    b.order(kOne + kIdentify, -3);
    expect(b.frame(false), "identify one");
    same(b.identities.size(), 1, "one identity");
    same(b.identities.count(3), 1, "the one asked for");
}

// The first frame after a lost one lacks what that one held: it is in the other bank, which comes
// next.
void after_loss(Bench& b) {
    b.order(kSnapshot);
    expect(b.frame(false), "snapshot after a loss");
}

void one_tap(Bench& b) {
    b.order(kOne + kSnapshot, -2);
    expect(b.frame(), "extra report");
    expect(b.positions == std::vector<int>{2}, "only the tap asked for");
    b.order(kPriority, -5);
    b.order(kPeriod, 10);
    for (int k = 0; k < 3; k++) {
        expect(b.frame(), "priority frame");
        expect(b.positions == std::vector<int>{5}, "only the one with priority");
    }
    b.order(kPeriod, 0);
    b.order(kNoPriority);
    for (int k = 0; k < 2000; k++) b.cycle();
    while (!b.deframer().packets.empty()) b.frame();
    snapshots(b);  // totals are as right as before
}

// What was asked for earlier is answered.
void settle(Bench& b) {
    for (int k = 0; k < 30000; k++) b.cycle();
    while (!b.deframer().packets.empty()) b.frame(false);
}

void ring_is_back(Bench& b) {
    expect(b.silent, "a silent ring is told");
    b.cut_ring = false;
    for (int k = 0; k < 20000; k++) b.cycle();
    after_loss(b);
    snapshots(b);
}

void silence(Bench& b) {
    settle(b);
    b.cut_ring = true;
    b.order(kSnapshot);
    expect(b.frame(), "a silent ring is given up");
    expect(b.positions.empty(), "nothing comes home from a ring that is cut");
    ring_is_back(b);
}

// Wherever a record is cut, its packet ends there and END follows.
void silence_in_a_record(Bench& b) {
    for (int k = 0; k < 8; k++) {
        settle(b);
        b.order(kSnapshot);
        for (int wait = 300 + int(b.random() % 2500); wait > 0; wait--) b.cycle();
        b.cut_ring = true;
        expect(b.frame(false), "a ring that falls silent is given up");
        if (b.silent) ring_is_back(b);
        b.cut_ring = false;
    }
    expect(b.cut_records > 0, "records were cut");
}

void host_goes_away(Bench& b) {
    b.order(kPeriod, 9);
    for (int k = 0; k < 1500; k++) b.cycle();
    b.back_pressure = 8;
    for (int k = 0; k < 4000; k++) b.cycle();
    b.back_pressure = 2;
    uint64_t most = 0;
    for (int k = 0; k < 12; k++) {
        expect(b.frame(false), "frames after the host is back");
        most = std::max(most, b.skipped);
    }
    expect(most >= 5, "skipped frames are counted");
    b.order(kPeriod, 0);
    for (int k = 0; k < 30000; k++) b.cycle();
    while (!b.deframer().packets.empty()) b.frame(false);
    snapshots(b);
}

void bad_commands(Bench& b) {
    Bytes wrong = command(kSnapshot, 0);
    wrong[1] ^= 1;
    b.raw(wrong);
    b.raw({0x7e, 0x7d, 0x7e, 1, 2, 3, 0x7e, 0, 0, 0, 0, 0, 0x7e});
    b.raw(Bytes(50, 0x55));
    b.raw({0x7e});
    for (int k = 0; k < 2000; k++) b.cycle();
    expect(b.deframer().packets.empty(), "bad commands are not obeyed");
    b.order(kHello);
    expect(!b.packet().empty(), "a good one is");
}

void hub_reset(Bench& b) {
    b.order(kSnapshot);
    for (int k = 0; k < 150 + int(b.random() % 200); k++) b.cycle();
    b.hub_rst = true;
    for (int k = 0; k < 3; k++) b.cycle();
    b.hub_rst = false;
    for (int k = 0; k < 6000; k++) b.cycle();
    b.deframer().take(0x7e);
    b.deframer().packets.clear();
    b.forget_sequence();
    after_loss(b);
    snapshots(b);
}

void stop_and_disable(Bench& b) {
    b.order(kStop);
    expect(b.frame(), "stop answered");
    for (int k = 0; k < 500; k++) b.cycle();
    b.order(kSnapshot);
    expect(b.frame(false), "snapshot");
    const uint64_t before =
        b.taps[0].total[0] + b.taps[0].total[1] + b.taps[0].total[2] + b.taps[0].total[3];
    for (int k = 0; k < 500; k++) b.cycle();
    b.order(kSnapshot);
    expect(b.frame(false), "snapshot");
    same(b.taps[0].total[0] + b.taps[0].total[1] + b.taps[0].total[2] + b.taps[0].total[3], before,
         "stopped");
    expect((b.status[0] & 8) != 0, "status says stopped");
    b.order(kStart);
    expect(b.frame(), "start answered");
    b.order(kOne + kDisable, -4);
    expect(b.frame(), "disable answered");
    b.order(kSnapshot);
    expect(b.frame(false), "snapshot");
    expect((b.status[4] & 2) != 0 && (b.status[3] & 2) == 0, "status says which is disabled");
    b.order(kClear);
    expect(b.frame(), "clear answered");
    same(b.flags & 7, 1, "clear says so");
}

}  // namespace

int main(int argc, char** argv) {
    const uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    auto bench = std::make_unique<Bench>(seed);
    hello_and_identities(*bench);
    snapshots(*bench);
    automatic_frames(*bench);
    one_tap(*bench);
    bad_commands(*bench);
    host_goes_away(*bench);
    silence(*bench);
    silence_in_a_record(*bench);
    hub_reset(*bench);
    stop_and_disable(*bench);
    expect(bench->traced > 50, "records of a trace");
    same(bench->deframer().broken <= 1, 1, "broken packets");
    std::printf(
        "seed %llu: %d frames compared, %llu edges missed by the shared port, %d failures\n",
        static_cast<unsigned long long>(seed), bench->frames,
        static_cast<unsigned long long>(bench->missed), failures);
    return failures == 0 ? 0 : 1;
}
