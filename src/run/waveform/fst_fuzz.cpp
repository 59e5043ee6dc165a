// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no FST file makes us crash or hang; the process that reads it may. Each input
// is a file in memory whose blocks are walked; one in 1,024 is read in full, by a process, which
// takes a thousand times as long. Build with clang, -DTAPESTRY_FUZZ=ON and
// -DTAPESTRY_SANITIZE=ON.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/check.h"
#include "run/waveform/fst_blocks.h"
#include "run/waveform/waveform.h"

namespace {

class Nobody : public tapestry::WaveSink {
public:
    void on_time(std::uint64_t) override {}
    void on_change(std::uint32_t, tapestry::WaveValue) override {}
    void on_gap() override {}
};

bool is_for_process(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    return std::hash<std::string_view>()(bytes) % 1024 == 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const int file = memfd_create("fst", 0);
    static const std::string path = "/proc/self/fd/" + std::to_string(file);
    CHECK(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == static_cast<ssize_t>(size));
    if (tapestry::fst_blocks(path).is_fst && !is_for_process(data, size)) return 0;
    tapestry::Diagnostics diagnostics;
    const auto waveform = tapestry::open_waveform(path, diagnostics);
    if (!waveform) return 0;
    Nobody nobody;
    (*waveform)->read(std::vector<bool>((*waveform)->header().widths.size(), true), nobody);
    return 0;
}
