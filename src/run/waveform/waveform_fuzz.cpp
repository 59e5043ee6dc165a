// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no bytes make the VCD reader, or the decoder of what the FST process sends,
// crash, hang or eat the memory. The first byte chooses which. Build with clang, -DTAPESTRY_FUZZ=ON
// and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "run/waveform/fst_reader.h"
#include "run/waveform/vcd_reader.h"
#include "run/waveform/wave_witness.h"

namespace {

constexpr std::size_t kWindow = 512;  // so that it moves on within an input

void read_vcd(std::string_view text) {
    tapestry::VcdReader reader(tapestry::bytes_in_memory(text), kWindow);
    if (!reader.read_header().empty()) return;
    tapestry::WaveWitness witness(reader.header());
    reader.read(std::vector<bool>(reader.header().widths.size(), true), witness);
}

void decode_fst(std::string_view messages) {
    tapestry::FstReader reader("");
    const auto names = tapestry::bytes_in_memory(messages);
    reader.decode_names(*names);
    tapestry::WaveWitness witness(reader.header());
    const auto changes = tapestry::bytes_in_memory(messages.substr(messages.size() / 2));
    reader.decode_changes(*changes, std::vector<bool>(reader.header().widths.size(), true),
                          witness);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (data[0] % 2 == 0)
        read_vcd(text);
    else
        decode_fst(text);
    return 0;
}
