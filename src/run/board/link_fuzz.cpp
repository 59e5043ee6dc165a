// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no bytes from a board make the host crash, hang or exhaust memory. Part of the
// input is framed as valid packets, so that the collector is exercised too. Build with clang,
// -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "model/record_layout.h"
#include "run/board/buffer_dump.h"
#include "run/board/collector.h"
#include "run/board/inband.h"

namespace {

tapestry::TapMap small_map() {
    tapestry::TapMap map;
    map.top = "t";
    map.clocks = {{0, "c", "t.c", "posedge"}, {1, "d", "t.d", "posedge"}};
    map.link = {"uart", 1, 8, 2, 2, 8, {{0, {}, 5}, {1, {5, 7, 1}, 2}}};
    for (int i = 0; i < 6; ++i) {
        tapestry::Tap tap;
        tap.tap = i;
        tap.own = tapestry::part_of(static_cast<tapestry::TapKind>(i));
        tap.path = tap.instance = "t.a" + std::to_string(i);
        if (auto* states = tap.find_states()) *states = {{"A", "0", "", ""}};
        if (auto* queue = std::get_if<tapestry::QueuePart>(&tap.own)) queue->bins = 2;
        if (auto* value = std::get_if<tapestry::ValuePart>(&tap.own)) value->bins = 2;
        tap.place = {i < 5 ? i : 6, 0, tapestry::record_words(tap, map.link)};
        map.taps.push_back(tap);
    }
    return map;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const tapestry::TapMap map = small_map();
    tapestry::Collector collector(map);
    tapestry::PacketReader reader;
    const std::span<const std::uint8_t> bytes(data, size);
    for (const tapestry::Packet& packet : reader.take(bytes)) collector.take(packet);
    std::uint8_t sequence = 0;
    for (std::size_t at = 0; at + 2 < size;) {
        const std::size_t length = std::min<std::size_t>(data[at], size - at - 2);
        collector.take(
            {data[at + 1], sequence++, tapestry::Bytes(data + at + 2, data + at + 2 + length)});
        at += 2 + length;
    }
    collector.reading(true);
    const tapestry::Bytes copy(data, data + size);
    tapestry::stream_of_buffer(copy);
    tapestry::separate(copy, 4);
    tapestry::separate(copy, 1);
    return 0;
}
