// SPDX-License-Identifier: Apache-2.0
// The numbers of a tap's expression.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tapestry {

struct TapNumber {
    bool is_unknown = false;                           // has a digit that is x or z
    std::optional<std::int64_t> value = std::nullopt;  // where it fits and is known
};

// 12, 8'hF0, 4'sb1x0, '1: as Verilog writes them, with digits of their base and no more bits than
// they say. Otherwise `why` says what is wrong.
std::optional<TapNumber> read_tap_number(std::string_view text, std::string& why);

}  // namespace tapestry
