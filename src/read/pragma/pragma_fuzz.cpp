// SPDX-License-Identifier: Apache-2.0
// Any text with pragmas; the first byte selects the language. No crash, no hang, and the user's
// lines stay.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "read/pragma/vhdl_states.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tapestry;
    const std::string text(reinterpret_cast<const char*>(data), size);
    Diagnostics diagnostics;
    int count = 0;
    const bool is_vhdl = size > 0 && data[0] % 2 == 0;
    const auto with = is_vhdl ? vhdl_with_states(text, "fuzz.vhd", {"08", &count, {}}, diagnostics)
                              : verilog_with_states(text, "fuzz.v", diagnostics);
    if (with && std::count(with->text.begin(), with->text.end(), '\n') !=
                    std::count(text.begin(), text.end(), '\n'))
        std::abort();
    return 0;
}
