// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no bytes make the VCD reader, or the decoder of what the FST process sends,
// crash, hang or eat the memory. The first byte chooses which. Build with clang, -DTAPESTRY_FUZZ=ON
// and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "waveform/fst_reader.h"
#include "waveform/vcd_reader.h"

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

void read_vcd(std::string_view text) {
    tapestry::VcdReader reader(tapestry::bytes_in_memory(text));
    if (!reader.read_header().empty()) return;
    Witness witness(reader.header());
    reader.read(std::vector<bool>(reader.header().widths.size(), true), witness);
}

void decode_fst(std::string_view messages) {
    tapestry::FstReader reader("");
    const auto names = tapestry::bytes_in_memory(messages);
    reader.decode_names(*names);
    Witness witness(reader.header());
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
