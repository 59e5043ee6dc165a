// SPDX-License-Identifier: Apache-2.0
// Packets of the hub and commands to it, as bytes; docs/links.md has the form. A packet ends with
// the flag 0x7e, which stands nowhere else, so that a reader finds the next packet after any
// damage.
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
    hello = 1,
    reset = 2,
    start = 3,
    stop = 4,
    clear = 5,
    snapshot = 6,
    period = 7,
    enable = 8,
    disable = 9,
    extra = 10,
    priority = 11,
    identify = 12,
};

struct Packet {
    std::uint8_t type = 0;
    std::uint8_t sequence = 0;
    Bytes payload;
};

std::uint16_t crc16(std::span<const std::uint8_t> bytes);

// A command with its flags. The first flag ends whatever noise the hub has heard before.
Bytes command_bytes(Opcode opcode, std::uint32_t argument);
// For tests and models of a board: a packet as the hub sends it.
Bytes packet_bytes(const Packet& packet);

// Cuts a stream of bytes into packets. Counts what is damaged.
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
