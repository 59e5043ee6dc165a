// SPDX-License-Identifier: Apache-2.0
// Any text with pragmas, in either language: no crash, no hang, and the user's lines stay.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "pragma/pragma_comment.h"
#include "pragma/verilog_states.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tapestry;
    const std::string text(reinterpret_cast<const char*>(data), size);
    Diagnostics diagnostics;
    pragma_comments(text, "fuzz.vhd", Language::vhdl, diagnostics);
    const auto with = verilog_with_states(text, "fuzz.v", diagnostics);
    if (with && std::count(with->text.begin(), with->text.end(), '\n') !=
                    std::count(text.begin(), text.end(), '\n'))
        std::abort();
    return 0;
}
