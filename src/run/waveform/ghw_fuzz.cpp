// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no bytes make the GHW reader crash, hang or exhaust memory. Build with clang,
// -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "run/waveform/ghw_reader.h"
#include "run/waveform/wave_witness.h"

constexpr std::size_t kWindow = 64;  // so that what is read moves on within every input

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    using Runs = tapestry::GhwReader::Runs;
    tapestry::GhwReader reader(tapestry::bytes_in_memory(bytes),
                               size % 2 == 0 ? Runs::refused : Runs::taken, kWindow);
    if (!reader.read_header().empty()) return 0;
    tapestry::WaveWitness witness(reader.header());
    reader.read(std::vector<bool>(reader.header().widths.size(), true), witness);
    return 0;
}
