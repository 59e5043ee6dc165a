// SPDX-License-Identifier: Apache-2.0
// Generators leave in the Verilog that they write where it comes from: `// @[Loader.scala 12:3]`
// (Chisel, SpinalHDL), `// src/Loader.scala:12:3` (firtool, Clash), `(* src = "loader.py:12" *)`
// (Amaranth, Yosys). A tap and a state then lead to the line of the author's language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/tap_map.h"

namespace tapestry {

// A place of the author's text, with the column if it is known (0: it is not).
struct Locator {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    bool operator==(const Locator&) const = default;
};

// The locators in one line of generated text, in their order. A comment is one only if it consists
// of nothing else.
std::vector<Locator> locators_of(std::string_view line);

// True for files of the generator's own library, which no author wrote.
bool is_library_file(std::string_view file);

// Sets the sources of taps and states in generated Verilog to the places that their lines name.
// Others stay as they are.
void follow_locators(TapMap& map);

}  // namespace tapestry
