// SPDX-License-Identifier: Apache-2.0
// The bits of a scan through the data register of tapestry_link_jtag, and of what comes back.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "run/board/packet.h"

namespace tapestry {

using Bits = std::vector<bool>;  // in the order in which they are shifted

Bits number_bits(std::uint64_t number, std::size_t width);
std::uint64_t bits_number(const Bits& bits);

// A scan that offers bytes to the link, and one that asks for so many.
Bits write_scan(std::span<const std::uint8_t> bytes);
Bits read_scan(std::size_t bytes);

// Of the bytes that were offered, how many the link took. Nothing when no link answers.
std::optional<std::size_t> taken_bytes(const Bits& answer, std::size_t offered);
std::optional<Bytes> given_bytes(const Bits& answer, std::size_t asked);

}  // namespace tapestry
