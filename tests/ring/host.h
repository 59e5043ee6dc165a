// SPDX-License-Identifier: Apache-2.0
//
// The smallest host: frames commands, takes packets apart. Written from docs/links.md,
// independently of the host library, so that each can be wrong alone.
#pragma once
#include <cstdint>
#include <deque>
#include <vector>

using Bytes = std::vector<uint8_t>;

inline uint16_t crc16(const Bytes& bytes) {
    uint16_t crc = 0xffff;
    for (uint8_t byte : bytes) {
        crc ^= byte;
        for (int k = 0; k < 8; k++) crc = (crc & 1) != 0 ? (crc >> 1) ^ 0x8408 : crc >> 1;
    }
    return crc;
}

inline Bytes framed(Bytes bytes) {
    const uint16_t crc = crc16(bytes) ^ 0xffff;
    bytes.push_back(crc & 0xff);
    bytes.push_back(crc >> 8);
    Bytes out;
    for (uint8_t byte : bytes) {
        if (byte == 0x7e || byte == 0x7d) {
            out.push_back(0x7d);
            byte ^= 0x20;
        }
        out.push_back(byte);
    }
    out.push_back(0x7e);
    return out;
}

inline Bytes command(uint8_t opcode, uint16_t argument) {
    return framed({opcode, uint8_t(argument), uint8_t(argument >> 8)});
}

// Bytes in, whole packets (without check sum) out; counts those that are broken.
class Deframer {
public:
    std::deque<Bytes> packets;
    int broken = 0;

    void take(uint8_t byte) {
        if (byte == 0x7e) {
            close();
            return;
        }
        if (byte == 0x7d) {
            escaped_ = true;
            return;
        }
        bytes_.push_back(escaped_ ? byte ^ 0x20 : byte);
        escaped_ = false;
    }

private:
    void close() {
        if (!bytes_.empty()) {
            if (bytes_.size() > 2 && crc16(bytes_) == 0xf0b8) {
                bytes_.resize(bytes_.size() - 2);
                packets.push_back(bytes_);
            } else {
                broken++;
            }
        }
        bytes_.clear();
        escaped_ = false;
    }
    Bytes bytes_;
    bool escaped_ = false;
};

inline uint64_t number_at(const Bytes& bytes, size_t at, size_t width) {
    uint64_t value = 0;
    for (size_t k = 0; k < width; k++)
        value |= uint64_t(at + k < bytes.size() ? bytes[at + k] : 0) << (8 * k);
    return value;
}
