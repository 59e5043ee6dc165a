// SPDX-License-Identifier: Apache-2.0
// libFuzzer program over the pragmas of C and C++ files.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "software/cc/recap_pragma.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    tapestry::Diagnostics diagnostics;
    const auto pragmas = tapestry::recap_pragmas(text, "fuzz.c", diagnostics);
    if (!pragmas) return 0;
    for (const tapestry::RecapPragma& pragma : *pragmas) {
        CHECK(pragma.begin < pragma.end && pragma.end <= size && text[pragma.begin] == '#');
        CHECK(tapestry::next_code(text, pragma.end) <= size);
    }
    return 0;
}
