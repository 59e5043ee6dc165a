// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no text makes the parser or the matcher crash, hang or eat the memory.
// Build with clang, -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "run/reading/match.h"
#include "run/reading/parse_reading.h"

namespace {

// A map that many mutated records fit, so that the matcher sees work too.
tapestry::TapMap small_map() {
    tapestry::TapMap map;
    map.top = "t";
    map.clocks = {{0, "c", "t.c", "posedge"}};
    for (int i = 0; i < 9; ++i) {
        tapestry::Tap tap;
        tap.tap = i;
        tap.own = tapestry::part_of(static_cast<tapestry::TapKind>(i));
        tap.path = tap.instance = "t.a";
        if (auto* states = tap.find_states()) *states = {{"A", "0", "", ""}};
        if (auto* queue = std::get_if<tapestry::QueuePart>(&tap.own)) queue->bins = 2;
        if (auto* value = std::get_if<tapestry::ValuePart>(&tap.own)) value->bins = 2;
        map.taps.push_back(tap);
    }
    return map;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const tapestry::TapMap map = small_map();
    tapestry::Diagnostics diagnostics;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto reading = tapestry::parse_reading(text, "fuzz", diagnostics);
    if (reading) tapestry::match(map, *reading, {}, diagnostics).may_fail();
    return 0;
}
