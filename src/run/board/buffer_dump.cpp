// SPDX-License-Identifier: Apache-2.0
#include "run/board/buffer_dump.h"

namespace tapestry {

namespace {

constexpr std::size_t kSmallest = 4096;
constexpr std::size_t kHeader = 64;

}  // namespace

// The first word is the number of words written; the ring buffer follows the header.
std::optional<Bytes> stream_of_buffer(const Bytes& dump) {
    const bool power_of_two = (dump.size() & (dump.size() - 1)) == 0;
    if (dump.size() < kSmallest || !power_of_two) return std::nullopt;
    std::uint64_t written = 0;
    for (std::size_t i = 0; i < 4; ++i) written |= static_cast<std::uint64_t>(dump[i]) << (8 * i);
    const std::uint64_t room = (dump.size() - kHeader) / 4;
    // Older words were overwritten; the packet that is truncated by this fails its CRC.
    const std::uint64_t first = written > room ? written - room : 0;
    Bytes stream;
    for (std::uint64_t k = first; k < written; ++k) {
        const auto word = dump.begin() + static_cast<std::ptrdiff_t>(kHeader + k % room * 4);
        stream.insert(stream.end(), word, word + 4);
    }
    return stream;
}

}  // namespace tapestry
