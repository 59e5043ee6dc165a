// SPDX-License-Identifier: Apache-2.0
// FST files, read by a separate process (fst_child.h) whose messages are decoded here.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "run/waveform/byte_source.h"
#include "run/waveform/fst_child.h"
#include "run/waveform/waveform.h"

namespace tapestry {

class FstReader : public Waveform {
public:
    explicit FstReader(std::filesystem::path path) : path_(std::move(path)) {}

    // A clause that describes the problem; empty if there is none.
    std::string read_header();
    WaveEnd read(const std::vector<bool>& wanted, WaveSink& sink) override;

    // Decode messages; safe for any bytes.
    std::string decode_names(ByteSource& messages);
    std::string decode_changes(ByteSource& messages, const std::vector<bool>& wanted,
                               WaveSink& sink);

private:
    std::filesystem::path path_;
    std::vector<std::uint32_t> handles_;  // by signal
    std::uint64_t first_time_ = 0;
    std::uint64_t last_time_ = 0;
    std::string damage_;  // of the chain of blocks
};

}  // namespace tapestry
