// SPDX-License-Identifier: Apache-2.0
#include "link/buffer_dump.h"

#include <algorithm>
#include <string_view>

namespace tapestry {

namespace {

constexpr std::string_view kMagic = "TAPDRAM1";
constexpr std::size_t kHeader = 32;

std::uint64_t number_at(const Bytes& bytes, std::size_t at) {
    std::uint64_t n = 0;
    for (std::size_t i = 0; i < 8; ++i) n |= static_cast<std::uint64_t>(bytes[at + i]) << (8 * i);
    return n;
}

}  // namespace

Result<Bytes> stream_of_buffer(const Bytes& dump) {
    if (dump.size() <= kHeader || !std::equal(kMagic.begin(), kMagic.end(), dump.begin()))
        return failure;
    const std::uint64_t written = number_at(dump, 8);
    const std::size_t room = dump.size() - kHeader;
    // What was overwritten is gone; the packet that is cut by it does not pass its check.
    const std::uint64_t first = written > room ? written - room : 0;
    Bytes stream;
    stream.reserve(static_cast<std::size_t>(written - first));
    for (std::uint64_t k = first; k < written; ++k) stream.push_back(dump[kHeader + k % room]);
    return stream;
}

}  // namespace tapestry
