// SPDX-License-Identifier: Apache-2.0
#include "link/registers.h"

#include <thread>

namespace tapestry {

namespace {

using std::chrono::steady_clock;

constexpr std::uint64_t kRx = 0x00, kStatus = 0x04, kTx = 0x08;
constexpr std::uint32_t kRoom = 2;
constexpr std::uint32_t kNoAnswer = 0xffffffff;  // what a bus reads where nobody is
constexpr std::size_t kMostAtOnce = 65536;
constexpr auto kPause = std::chrono::microseconds(200);
constexpr auto kSendPatience = std::chrono::seconds(2);

}  // namespace

RegisterTransport::RegisterTransport(std::unique_ptr<Registers> registers)
    : registers_(std::move(registers)) {}

// A word holds up to three bytes, and how many.
Result<Bytes> RegisterTransport::receive(std::chrono::milliseconds patience) {
    const auto end = steady_clock::now() + patience;
    Bytes bytes;
    while (bytes.size() < kMostAtOnce) {
        const Result<std::uint32_t> word = registers_->get(kRx);
        if (!word || *word == kNoAnswer) return failure;
        const std::uint32_t count = (*word >> 24) & 3;
        for (std::uint32_t i = 0; i < count; ++i)
            bytes.push_back(static_cast<std::uint8_t>(*word >> (8 * i)));
        if (count > 0) continue;
        if (!bytes.empty() || steady_clock::now() >= end) break;
        std::this_thread::sleep_for(kPause);
    }
    return bytes;
}

bool RegisterTransport::wait_for_room() {
    const auto end = steady_clock::now() + kSendPatience;
    for (;;) {
        const Result<std::uint32_t> status = registers_->get(kStatus);
        if (!status || *status == kNoAnswer) return false;
        if (*status & kRoom) return true;
        if (steady_clock::now() >= end) return false;
        std::this_thread::sleep_for(kPause);
    }
}

bool RegisterTransport::send(std::span<const std::uint8_t> bytes) {
    for (std::uint8_t byte : bytes) {
        if (!wait_for_room() || !registers_->put(kTx, byte)) return false;
    }
    return true;
}

}  // namespace tapestry
