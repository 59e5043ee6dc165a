// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no input makes the reader of recordings, or the run built from them, crash,
// hang or exhaust memory. The first byte chooses what the rest is: a whole file, or the fields of a
// valid file with two chunks (header, chunk headers, records, half of them in each chunk).
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "software/library/recording_layout.h"
#include "software/recording/host_run.h"
#include "software/recording/recording.h"

namespace {

constexpr std::size_t kChunks = 2;

class Input {
public:
    explicit Input(std::string_view bytes) : bytes_(bytes) {}
    std::size_t left() const { return bytes_.size(); }
    void give(void* to, std::size_t size) {
        const std::size_t given = std::min(size, bytes_.size());
        std::memcpy(to, bytes_.data(), given);
        bytes_.remove_prefix(given);
    }

private:
    std::string_view bytes_;
};

std::string recording_of(Input input) {
    static constexpr std::size_t kNumbers =
        offsetof(tapestry_header, boot) - offsetof(tapestry_header, pid);
    static std::string file;
    file.assign(TAPESTRY_HEADER_BYTES + kChunks * TAPESTRY_CHUNK_BYTES, '\0');
    tapestry_header header = {};
    std::memcpy(header.magic, TAPESTRY_MAGIC, sizeof header.magic);
    header.version = TAPESTRY_LAYOUT_VERSION;
    header.byte_order = TAPESTRY_BYTE_ORDER;
    header.header_bytes = TAPESTRY_HEADER_BYTES;
    header.chunk_bytes = TAPESTRY_CHUNK_BYTES;
    input.give(&header.pid, kNumbers);
    std::memcpy(file.data(), &header, sizeof header);
    std::array<tapestry_chunk, kChunks> chunks = {};
    for (tapestry_chunk& chunk : chunks) {
        chunk.magic = TAPESTRY_CHUNK_MAGIC;
        input.give(&chunk.slot, offsetof(tapestry_chunk, reserved) - sizeof chunk.magic);
        input.give(&chunk.open, 2 * sizeof chunk.open[0]);
    }
    for (std::size_t i = 0; i < kChunks; ++i) {
        char* const at = file.data() + TAPESTRY_HEADER_BYTES + i * TAPESTRY_CHUNK_BYTES;
        std::memcpy(at, &chunks[i], sizeof chunks[i]);
        const std::size_t room = TAPESTRY_CHUNK_BYTES - sizeof chunks[i];
        input.give(at + sizeof chunks[i],
                   std::min(room, (input.left() / (kChunks - i) + 7) / 8 * 8));
    }
    return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    tapestry::Diagnostics diagnostics;
    const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::string bytes = data[0] % 2 == 0 ? std::string(rest) : recording_of(Input(rest));
    auto recording = tapestry::read_recording(bytes, "fuzz", diagnostics);
    if (recording) tapestry::host_run({std::move(*recording)}, {}, diagnostics);
    return 0;
}
