// SPDX-License-Identifier: Apache-2.0
// Value change dumps (IEEE 1364-2005, 18.2), as simulators write them.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "run/waveform/byte_source.h"
#include "run/waveform/vcd_text.h"
#include "run/waveform/waveform.h"

namespace tapestry {

class VcdReader : public Waveform {
public:
    explicit VcdReader(std::unique_ptr<ByteSource> source, std::size_t window = VcdText::kWindow)
        : text_(std::move(source), window) {}

    // Reads up to $enddefinitions; a clause that describes the problem, empty if there is none.
    std::string read_header();

    WaveEnd read(const std::vector<bool>& wanted, WaveSink& sink) override;

private:
    VcdText text_;
    std::unordered_map<std::uint64_t, std::uint32_t> signal_of_code_;
};

}  // namespace tapestry
