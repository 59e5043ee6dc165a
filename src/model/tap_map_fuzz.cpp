// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no tap map crashes the reader, and every map that is accepted can be written
// and read again. Build with clang, -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "model/tap_map.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    tapestry::Diagnostics diagnostics;
    const auto map = tapestry::tap_map_from_json(text, "fuzz", diagnostics);
    if (map) CHECK(tapestry::tap_map_from_json(tapestry::to_json(*map), "again", diagnostics));
    return 0;
}
