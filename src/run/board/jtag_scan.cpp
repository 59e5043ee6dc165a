// SPDX-License-Identifier: Apache-2.0
#include "run/board/jtag_scan.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::uint64_t kScanMark = 0xa6b;
constexpr std::size_t kScanMarkBits = 12;
constexpr std::size_t kSlotBits = 9;
// Other devices of the chain, and registers of the test port, delay what comes back.
constexpr std::size_t kTail = 64;

Bits beginning(bool writes) {
    Bits bits = number_bits(kScanMark, kScanMarkBits);
    bits.push_back(writes);
    return bits;
}

void add_slot(Bits& bits, std::uint8_t byte) {
    bits.push_back(true);
    for (int i = 0; i < 8; ++i) bits.push_back((byte >> i & 1) != 0);
}

// Where the first slot begins in what came back: behind its first 1, which cannot come before the
// mark has gone in. A line that does not move has none, or has it at once.
std::optional<std::size_t> first_slot(const Bits& answer, std::size_t slots) {
    const auto first = std::find(answer.begin(), answer.end(), true);
    const auto at = static_cast<std::size_t>(first - answer.begin());
    if (at < kScanMarkBits || at + 1 + slots * kSlotBits > answer.size()) return std::nullopt;
    return at + 1;
}

}  // namespace

Bits number_bits(std::uint64_t number, std::size_t width) {
    Bits bits;
    for (std::size_t i = 0; i < width; ++i) bits.push_back((number >> i & 1) != 0);
    return bits;
}

std::uint64_t bits_number(const Bits& bits) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bits.size() && i < 64; ++i)
        number |= std::uint64_t{bits[i] ? 1U : 0U} << i;
    return number;
}

Bits write_scan(std::span<const std::uint8_t> bytes) {
    Bits bits = beginning(true);
    for (std::uint8_t byte : bytes) add_slot(bits, byte);
    bits.resize(bits.size() + kTail);
    return bits;
}

Bits read_scan(std::size_t bytes) {
    Bits bits = beginning(false);
    for (std::size_t i = 0; i < bytes; ++i) add_slot(bits, 0);
    bits.resize(bits.size() + kTail);
    return bits;
}

std::optional<std::size_t> taken_bytes(const Bits& answer, std::size_t offered) {
    const std::optional<std::size_t> first = first_slot(answer, offered);
    if (!first) return std::nullopt;
    std::size_t taken = 0;
    while (taken < offered && answer[*first + taken * kSlotBits]) ++taken;
    return taken;
}

std::optional<Bytes> given_bytes(const Bits& answer, std::size_t asked) {
    const std::optional<std::size_t> first = first_slot(answer, asked);
    if (!first) return std::nullopt;
    Bytes bytes;
    for (std::size_t slot = 0; slot < asked; ++slot) {
        const std::size_t at = *first + slot * kSlotBits;
        if (!answer[at]) continue;
        std::uint8_t byte = 0;
        for (std::size_t i = 0; i < 8; ++i)
            byte = static_cast<std::uint8_t>(byte | (answer[at + 1 + i] ? 1U << i : 0U));
        bytes.push_back(byte);
    }
    return bytes;
}

}  // namespace tapestry
