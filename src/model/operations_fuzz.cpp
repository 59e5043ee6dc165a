// SPDX-License-Identifier: Apache-2.0
// libFuzzer program over the recorded operations of a run. The input is the bodies of a block of
// names and a block of visits; frames and checksums are added, so that the code after them is
// reached.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "model/operations.h"

namespace {

std::string block(char kind, std::string_view body) {
    std::string bytes = std::string(1, 2) + kind + std::string(body);
    std::uint32_t crc = ~0u;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1) != 0 ? 0xedb88320u ^ (crc >> 1) : crc >> 1;
    }
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(~crc >> shift);
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t split = std::min<std::size_t>(data[0], body.size());
    tapestry::Diagnostics diagnostics;
    const auto operations = tapestry::operations_from_blocks(
        {block('N', body.substr(0, split)), block('V', body.substr(split))}, "fuzz", diagnostics);
    if (operations)
        CHECK(tapestry::operations_from_blocks(tapestry::to_blocks(*operations), "again",
                                               diagnostics));
    return 0;
}
