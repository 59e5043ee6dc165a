// SPDX-License-Identifier: Apache-2.0
#include "run/board/packet.h"

namespace tapestry {

namespace {

constexpr std::uint8_t kFlag = 0x7e;
constexpr std::uint8_t kEscape = 0x7d;
constexpr std::uint8_t kEscapeBit = 0x20;
// The longest record has 65,535 words of 8 bytes. A stream without flags must not fill the memory.
constexpr std::size_t kLongestPacket = 65535 * 8 + 64;
constexpr std::size_t kShortestPacket = 4;  // type, sequence, CRC

void put_escaped(Bytes& out, std::uint8_t byte) {
    if (byte == kFlag || byte == kEscape) {
        out.push_back(kEscape);
        byte ^= kEscapeBit;
    }
    out.push_back(byte);
}

Bytes framed(Bytes bytes) {
    const std::uint16_t crc = crc16(bytes);
    bytes.push_back(static_cast<std::uint8_t>(crc & 0xff));
    bytes.push_back(static_cast<std::uint8_t>(crc >> 8));
    Bytes out;
    for (std::uint8_t byte : bytes) put_escaped(out, byte);
    out.push_back(kFlag);
    return out;
}

}  // namespace

// CRC-16/X-25: reflected, and inverted at both ends.
std::uint16_t crc16(std::span<const std::uint8_t> bytes) {
    std::uint16_t crc = 0xffff;
    for (std::uint8_t byte : bytes) {
        crc = static_cast<std::uint16_t>(crc ^ byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = static_cast<std::uint16_t>((crc >> 1) ^ ((crc & 1) ? 0x8408 : 0));
    }
    return static_cast<std::uint16_t>(~crc);
}

Bytes command_bytes(Opcode opcode, std::uint16_t argument) {
    Bytes bytes = {static_cast<std::uint8_t>(opcode)};
    for (int i = 0; i < 2; ++i) bytes.push_back(static_cast<std::uint8_t>(argument >> (8 * i)));
    bytes = framed(std::move(bytes));
    bytes.insert(bytes.begin(), kFlag);
    return bytes;
}

Bytes packet_bytes(const Packet& packet) {
    Bytes bytes = {packet.type, packet.sequence};
    bytes.insert(bytes.end(), packet.payload.begin(), packet.payload.end());
    return framed(std::move(bytes));
}

std::vector<Packet> PacketReader::take(std::span<const std::uint8_t> bytes) {
    std::vector<Packet> packets;
    for (std::uint8_t byte : bytes) {
        if (byte == kFlag) {
            if (std::optional<Packet> packet = finish()) packets.push_back(std::move(*packet));
            continue;
        }
        if (byte == kEscape && !escaped_) {
            escaped_ = true;
            continue;
        }
        if (escaped_) byte ^= kEscapeBit;
        escaped_ = false;
        too_long_ = too_long_ || open_.size() >= kLongestPacket;
        if (!too_long_) open_.push_back(byte);
    }
    return packets;
}

std::optional<Packet> PacketReader::finish() {
    const Bytes bytes = std::move(open_);
    open_.clear();
    const bool cut = escaped_ || too_long_;
    escaped_ = too_long_ = false;
    if (bytes.empty() && !cut) return std::nullopt;
    const bool good = !cut && bytes.size() >= kShortestPacket &&
                      crc16(std::span(bytes).first(bytes.size() - 2)) ==
                          (bytes[bytes.size() - 2] | bytes[bytes.size() - 1] << 8);
    if (!good) {
        ++broken_;
        return std::nullopt;
    }
    return Packet{bytes[0], bytes[1], Bytes(bytes.begin() + 2, bytes.end() - 2)};
}

}  // namespace tapestry
