// SPDX-License-Identifier: Apache-2.0
// Waveforms of GHDL (GHW), from a file or, while the simulation runs, from a pipe.
//
// A signal of any type is one vector of bits (ghw_types.h), so that expressions over the
// synthesized design can be evaluated on it; the fields of records have variables of their own too,
// `r.state`, and enumerations their literals as a table. Names are in lower case, as GHDL has them.
//
// A simulation that we linked ourselves (vhdl/simulation/quick_writing.c) also tells runs: a scalar
// that goes to and fro in a rhythm, as a clock does. In the place of the changes of a time stamp
// then stand
//
//   4294967295 scalar value value' apart' apart count CHANGES 0
//
// `scalar` has `value` now and `value'` so many femtoseconds later, then again `value`, and so on:
// `count` changes in all, 2^20 at most, the first two `apart'` from each other, the next two
// `apart`, in turns. CHANGES, as in any time stamp, happen with the last of them. In the place of a
// time that has gone by may stand
//
//   -2 count CHANGES 0
//
// for so many more changes of the same rhythm.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "run/waveform/byte_source.h"
#include "run/waveform/ghw_bytes.h"
#include "run/waveform/ghw_types.h"
#include "run/waveform/waveform.h"

namespace tapestry {

class GhwReader : public Waveform {
public:
    enum class Runs { refused, taken };
    explicit GhwReader(std::unique_ptr<ByteSource> source, Runs runs = Runs::refused,
                       std::size_t window = GhwBytes::kWindow)
        : bytes_(std::move(source), window), runs_(runs) {}

    // Whether a file that begins so is one of these.
    static bool is_ghw(std::string_view first_bytes);

    // Reads up to the end of the header; a clause that says what is wrong, empty when all is well.
    std::string read_header();

    WaveEnd read(const std::vector<bool>& wanted, WaveSink& sink) override;

    // The bits of a vector that one scalar of the file fills.
    struct Bits {
        std::uint32_t signal = 0;
        std::uint32_t lowest = 0;
        std::uint32_t width = 0;
    };
    struct Scalar {
        GhwType::Form form = GhwType::Form::byte;
        bool is_logic = false;
        std::vector<Bits> fills;
    };

private:
    std::string read_strings();

    GhwBytes bytes_;
    const Runs runs_;
    std::vector<std::string> strings_ = {""};
    GhwTypes types_;
    std::vector<Scalar> scalars_;  // by their number in the file, which begins with 1
};

}  // namespace tapestry
