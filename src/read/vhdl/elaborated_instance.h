// SPDX-License-Identifier: Apache-2.0
// How a testbench instances the design: what GHDL's simulation tells of itself (--dump-rti).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "read/vhdl/ghdl.h"

namespace tapestry {

struct ElaboratedInstance {
    std::string architecture;  // empty: there is no such instance
    Generics given;            // generics, as GHDL takes them on its command line
    Generics kept_out;         // of which simulations take no value: reals, times, vectors, records
};

// What a string or vector holds that GHDL prints; nothing for what is neither.
std::optional<std::string> without_quotes(const std::string& printed);

// The first instance of `entity`.
ElaboratedInstance elaborated_instance(const std::string& entity, std::string_view dump);

}  // namespace tapestry
