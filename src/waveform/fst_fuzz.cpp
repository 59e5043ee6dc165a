// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no FST file makes us crash or hang; the process that reads it may. Each input
// is a file in memory and read in full. Build with clang, -DTAPESTRY_FUZZ=ON and
// -DTAPESTRY_SANITIZE=ON.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "waveform/waveform.h"

namespace {

class Nobody : public tapestry::WaveSink {
public:
    void on_time(std::uint64_t) override {}
    void on_change(std::uint32_t, tapestry::WaveValue) override {}
    void on_gap() override {}
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const int file = memfd_create("fst", 0);
    static const std::string path = "/proc/self/fd/" + std::to_string(file);
    CHECK(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == static_cast<ssize_t>(size));
    tapestry::Diagnostics diagnostics;
    const auto waveform = tapestry::open_waveform(path, diagnostics);
    if (!waveform) return 0;
    Nobody nobody;
    (*waveform)->read(std::vector<bool>((*waveform)->header().widths.size(), true), nobody);
    return 0;
}
