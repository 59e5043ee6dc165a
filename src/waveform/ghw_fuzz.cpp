// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no bytes make the reader of GHDL's waveforms crash, hang or eat the memory.
// Build with clang, -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "waveform/ghw_reader.h"

namespace {

// Holds the reader to what it promises.
class Witness : public tapestry::WaveSink {
public:
    explicit Witness(const tapestry::WaveHeader& header) : header_(header) {}
    void on_time(std::uint64_t time) override {
        CHECK(time >= time_);
        time_ = time;
    }
    void on_change(std::uint32_t signal, tapestry::WaveValue value) override {
        CHECK(signal < header_.widths.size());
        const std::uint32_t width = header_.widths[signal];
        const std::uint32_t words = tapestry::words_of_width(width);
        for (std::uint32_t i = 0; i < words; ++i) CHECK((value.ones[i] & value.unknown[i]) == 0);
        if (width % 64 != 0)
            CHECK((value.ones[words - 1] | value.unknown[words - 1]) >> width % 64 == 0);
    }
    void on_gap() override {}

private:
    const tapestry::WaveHeader& header_;
    std::uint64_t time_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    tapestry::GhwReader reader(tapestry::bytes_in_memory(bytes));
    if (!reader.read_header().empty()) return 0;
    Witness witness(reader.header());
    reader.read(std::vector<bool>(reader.header().widths.size(), true), witness);
    return 0;
}
