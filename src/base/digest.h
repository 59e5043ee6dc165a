// SPDX-License-Identifier: Apache-2.0
// A short digest of a text, by which a later look tells whether it has changed. Not against
// forgery.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace tapestry {

// FNV-1a, 16 digits.
inline std::string digest_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3;
    return fmt::format("{:016x}", hash);
}

}  // namespace tapestry
