// SPDX-License-Identifier: Apache-2.0
// How a testbench instantiates the design, from GHDL's simulation (--dump-rti).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "read/vhdl/ghdl.h"

namespace tapestry {

struct ElaboratedInstance {
    std::string architecture;  // empty: there is no such instance
    Generics given;            // in the syntax of GHDL's command line
    Generics kept_out;  // generics that the command line cannot set: reals, times, vectors, records
};

// The contents of a string or vector printed by GHDL; nothing for any other value.
std::optional<std::string> without_quotes(const std::string& printed);

// The first instance of `entity`.
ElaboratedInstance elaborated_instance(const std::string& entity, std::string_view dump);

}  // namespace tapestry
