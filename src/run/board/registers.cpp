// SPDX-License-Identifier: Apache-2.0
#include "run/board/registers.h"

#include <algorithm>
#include <thread>

namespace tapestry {

namespace {

using std::chrono::steady_clock;

constexpr std::uint64_t kCommand = 0x0, kStatus = 0x4, kPacket = 0x8;
constexpr std::uint32_t kSignature = 0x7a95;  // in the upper half of the status
constexpr std::size_t kMostAtOnce = 65536;
constexpr auto kPause = std::chrono::microseconds(200);

}  // namespace

RegisterTransport::RegisterTransport(std::unique_ptr<Registers> registers)
    : registers_(std::move(registers)) {}

// A read without a responder returns all ones, or anything; the link has a signature.
bool RegisterTransport::is_there() {
    const std::optional<std::uint32_t> status = registers_->get(kStatus);
    return status && *status >> 16 == kSignature;
}

// A word holds up to three bytes, and their number.
std::optional<Bytes> RegisterTransport::receive(std::chrono::milliseconds patience) {
    const auto end = steady_clock::now() + patience;
    Bytes bytes;
    if (!is_there()) return std::nullopt;
    while (bytes.size() < kMostAtOnce) {
        const std::optional<std::uint32_t> word = registers_->get(kPacket);
        if (!word) return std::nullopt;
        const std::uint32_t count = *word >> 30;
        for (std::uint32_t i = 0; i < count; ++i)
            bytes.push_back(static_cast<std::uint8_t>(*word >> (8 * i)));
        if (count > 0) continue;
        if (!bytes.empty() || steady_clock::now() >= end) break;
        std::this_thread::sleep_for(kPause);
    }
    return bytes;
}

// The link completes a write when the hub has taken the byte.
bool RegisterTransport::send(std::span<const std::uint8_t> bytes) {
    return is_there() && std::all_of(bytes.begin(), bytes.end(), [&](std::uint8_t byte) {
               return registers_->put(kCommand, byte);
           });
}

}  // namespace tapestry
