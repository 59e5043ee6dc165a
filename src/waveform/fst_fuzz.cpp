// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no FST file makes us crash or hang; the process that reads it may. Each input
// is written to a file and read in full. Build with clang, -DTAPESTRY_FUZZ=ON and
// -DTAPESTRY_SANITIZE=ON.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <fstream>

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
    static const std::string path = "fst_fuzz." + std::to_string(getpid()) + ".fst";
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    tapestry::Diagnostics diagnostics;
    const auto waveform = tapestry::open_waveform(path, diagnostics);
    if (!waveform) return 0;
    Nobody nobody;
    (*waveform)->read(std::vector<bool>((*waveform)->header().widths.size(), true), nobody);
    return 0;
}
