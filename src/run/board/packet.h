// SPDX-License-Identifier: Apache-2.0
// Packets of the hub and commands to it, as bytes (docs/links.md). A packet ends with the flag
// 0x7e, which occurs nowhere else, so that a reader resynchronises after any damage.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tapestry {

using Bytes = std::vector<std::uint8_t>;

enum class PacketType : std::uint8_t {
    hello = 1,
    frame = 2,
    record = 3,
    identity = 4,
    trace = 6,
    end = 7,
};

enum class Opcode : std::uint8_t {
    snapshot = 0x00,
    clear = 0x01,
    identify = 0x02,
    start = 0x04,
    stop = 0x05,
    enable = 0x06,
    disable = 0x07,
    hello = 0x10,
    period = 0x11,
    priority = 0x12,
    no_priority = 0x13,
};

struct Packet {
    std::uint8_t type = 0;
    std::uint8_t sequence = 0;
    Bytes payload;
};

std::uint16_t crc16(std::span<const std::uint8_t> bytes);

// A command with its flags. The first flag terminates any noise that the hub received before.
Bytes command_bytes(Opcode opcode, std::uint16_t argument);
// For tests and models of a board: a packet as the hub sends it.
Bytes packet_bytes(const Packet& packet);

// Splits a stream of bytes into packets and counts damaged ones.
class PacketReader {
public:
    // Packets that `bytes` complete, in order.
    std::vector<Packet> take(std::span<const std::uint8_t> bytes);

    std::uint64_t broken() const { return broken_; }

private:
    std::optional<Packet> finish();

    Bytes open_;
    bool escaped_ = false;
    bool too_long_ = false;
    std::uint64_t broken_ = 0;
};

}  // namespace tapestry
