// SPDX-License-Identifier: Apache-2.0
// For tests: a board in C++. Event taps with two banks that alternate at every cut, and a hub that
// obeys commands as in docs/links.md; the true counts are known at every cut.
#pragma once

#include <array>
#include <map>
#include <random>

#include "model/record_layout.h"
#include "model/tap_map.h"
#include "run/board/transport.h"

namespace tapestry {

class BoardModel : public Transport {
public:
    BoardModel(int taps, std::uint32_t counter_width, unsigned seed) : random_(seed) {
        map_.top = "dut";
        map_.clocks = {{0, "clk", "dut.clk", "posedge"}};
        map_.link = {"uart",
                     0x0123456789abcdef,
                     counter_width,
                     16,
                     32,
                     static_cast<std::uint32_t>(taps),
                     {{0, {}, static_cast<std::uint32_t>(taps)}}};
        for (int i = 0; i < taps; ++i) {
            Tap tap;
            tap.tap = i;
            tap.own = part_of(TapKind::event);
            tap.path = "dut.e" + std::to_string(i);
            tap.instance = "dut.tapestry_event_e" + std::to_string(i);
            tap.clock = 0;
            tap.place = {i, static_cast<std::uint32_t>(0x100 + i), 5};
            map_.taps.push_back(tap);
        }
        taps_.resize(static_cast<std::size_t>(taps));
    }

    TapMap& map() { return map_; }
    // cycles_true of each tap, by the edge of the cut.
    using Truth = std::map<std::uint64_t, std::vector<std::uint64_t>>;
    const Truth& truth() const { return truth_; }
    std::uint64_t edges() const { return edges_; }
    bool stopped() const { return stopped_; }
    const Truth& earlier_truth() const { return earlier_truth_; }  // before it was restarted

    void run(std::uint64_t edges) {
        for (std::uint64_t i = 0; i < edges; ++i) {
            ++edges_;
            for (TapModel& tap : taps_) {
                if (!stopped_ && !tap.disabled) count(tap);
            }
        }
    }

    // Faults, each once in so many bytes; 0: never.
    struct Faults {
        unsigned flip = 0, drop = 0, twice = 0;
        std::uint64_t pulled_after = ~std::uint64_t{0};  // bytes
        std::uint64_t reset_after = ~std::uint64_t{0};   // bytes; the design and the hub start anew
    } faults;

    std::optional<Bytes> receive(std::chrono::milliseconds) override {
        run(1 + random_() % 5);
        if (sent_ > faults.pulled_after) return std::nullopt;
        Bytes out;
        for (std::uint8_t byte : std::exchange(waiting_, {})) {
            ++sent_;
            if (hits(faults.flip)) byte ^= static_cast<std::uint8_t>(1 << (random_() % 8));
            if (!hits(faults.drop)) out.push_back(byte);
            if (hits(faults.twice)) out.push_back(byte);
        }
        if (sent_ > faults.reset_after) restart();
        return out;
    }

    bool send(std::span<const std::uint8_t> bytes) override {
        if (sent_ > faults.pulled_after) return false;
        Bytes heard;
        for (std::uint8_t byte : bytes) {
            if (hits(faults.flip)) byte ^= static_cast<std::uint8_t>(1 << (random_() % 8));
            if (!hits(faults.drop)) heard.push_back(byte);
        }
        for (const std::uint8_t byte : heard) obey(byte);
        return true;
    }

private:
    struct TapModel {
        std::array<std::array<std::uint64_t, 5>, 2> bank{};  // reset, false, true, first, longest
        std::uint64_t run = 0;
        std::uint64_t cycles_true = 0;
        bool last = false;
        bool disabled = false;
    };

    bool hits(unsigned once_in) { return once_in != 0 && random_() % once_in == 0; }

    void count(TapModel& tap) {
        const bool now = random_() % 3 != 0;
        auto& bank = tap.bank[bank_];
        ++bank[!now ? 1 : tap.last ? 2 : 3];
        tap.run = now ? tap.run + 1 : 0;
        tap.cycles_true += now;
        bank[4] = std::max(bank[4], tap.run);
        tap.last = now;
    }

    void restart() {
        faults.reset_after = ~std::uint64_t{0};
        edges_ = frame_ = bank_ = 0;
        sequence_ = 0;
        earlier_truth_ = std::exchange(truth_, {});
        for (TapModel& tap : taps_) tap = {};
    }

    void obey(std::uint8_t byte) {
        if (byte != 0x7e) {
            command_.push_back(byte);
            return;
        }
        Bytes plain;
        for (std::size_t i = 0; i < command_.size(); ++i) {
            if (command_[i] == 0x7d && i + 1 < command_.size())
                plain.push_back(command_[++i] ^ 0x20);
            else
                plain.push_back(command_[i]);
        }
        command_.clear();
        if (plain.size() != 5 || crc16(std::span(plain).first(3)) != (plain[3] | plain[4] << 8))
            return;
        switch (static_cast<Opcode>(plain[0])) {
            case Opcode::hello:
                return tell_hello();
            case Opcode::identify:
                return tell_identities();
            case Opcode::snapshot:
                return cut(0);
            case Opcode::clear:
                return cut(1);
            default:
                return obey_switch(plain[0], static_cast<std::uint8_t>(plain[1]));
        }
    }

    // Start, stop, enable, disable. The latter two also for one tap, whose position is sent
    // negated.
    void obey_switch(std::uint8_t opcode, std::uint8_t argument) {
        const std::uint8_t operation = opcode & 7;
        if (opcode >= 16 || operation < 4) return;
        const auto position = static_cast<std::uint8_t>(-argument);
        if (operation < 6) stopped_ = operation == 5;
        for (std::size_t i = 0; operation >= 6 && i < taps_.size(); ++i) {
            if ((opcode & 8) == 0 || i == position) taps_[i].disabled = operation == 7;
        }
        tell_frame(opcode);
        tell_end();
    }

    void put(Bytes& bytes, std::uint64_t number, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i)
            bytes.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
    }
    void tell(PacketType type, Bytes payload) {
        const Bytes bytes =
            packet_bytes({static_cast<std::uint8_t>(type), sequence_++, std::move(payload)});
        waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
    }
    void tell_hello() {
        Bytes b;
        put(b, 0, 1);
        put(b, 1, 1);
        put(b, map_.link.identity, 8);
        put(b, taps_.size(), 2);
        put(b, map_.link.counter_width, 1);
        put(b, 0, 1);
        tell(PacketType::hello, b);
    }
    void tell_frame(std::uint8_t flags) {
        Bytes b;
        put(b, flags | frame_ % 8 << 5, 1);
        put(b, (edges_ - 26) / 256, 5);
        put(b, 0, 1);
        tell(PacketType::frame, b);
    }
    void tell_end() {
        Bytes b;
        put(b, frame_ % 8 << 13, 2);
        put(b, 0, 1);
        tell(PacketType::end, b);
        ++frame_;
    }
    void tell_identities() {
        tell_frame(2);
        for (const Tap& tap : map_.taps) {
            Bytes b;
            put(b, static_cast<std::uint64_t>(tap.place.position) | frame_ % 8 << 13, 2);
            put(b, 1, 1);
            put(b, tap.place.site, 2);
            put(b, tap.place.words, 2);
            put(b, 0, 2);
            tell(PacketType::identity, b);
        }
        tell_end();
    }
    // A cut falls on an edge that is 26 modulo 256.
    void cut(std::uint8_t operation) {
        run(1);
        run((26 + 256 - edges_ % 256) % 256);
        tell_frame(operation);
        std::vector<std::uint64_t> now;
        for (std::size_t i = 0; i < taps_.size(); ++i) {
            Bytes b;
            put(b, i | frame_ % 8 << 13, 2);
            const std::size_t size = (map_.link.counter_width + 7) / 8;
            const std::uint64_t mask = (std::uint64_t{1} << map_.link.counter_width) - 1;
            for (std::uint64_t word : taps_[i].bank[bank_]) put(b, word & mask, size);
            put(b, bank_ | (taps_[i].disabled ? 2U : 0U) | (stopped_ ? 8U : 0U), 1);
            tell(PacketType::record, b);
            now.push_back(taps_[i].cycles_true);
        }
        truth_[edges_] = now;
        bank_ = 1 - bank_;
        tell_end();
        for (TapModel& tap : taps_) {
            if (operation == 1) tap.bank[0][4] = tap.bank[1][4] = tap.run = 0;
        }
        // An open run is part of the frames on both sides of the cut.
        for (TapModel& tap : taps_) {
            auto& longest = tap.bank[bank_][4];
            longest = std::max(longest, tap.run);
        }
    }

    std::mt19937 random_;
    TapMap map_;
    std::vector<TapModel> taps_;
    Truth truth_;
    Truth earlier_truth_;
    std::uint64_t edges_ = 0;
    std::uint32_t frame_ = 0;
    std::size_t bank_ = 0;
    bool stopped_ = false;
    std::uint8_t sequence_ = 0;
    std::uint64_t sent_ = 0;
    Bytes waiting_;
    Bytes command_;
};

}  // namespace tapestry
