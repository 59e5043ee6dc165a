// SPDX-License-Identifier: Apache-2.0
// Waveforms of GHDL (GHW), from a file or, while the simulation runs, from a pipe.
//
// A signal of any type is one vector of bits (ghw_types.h), so that expressions over the
// synthesized design can be evaluated on it. Fields of records have variables of their own too,
// `r.state`, and enumerations a table of their literals. Names are in lower case, as in GHDL.
//
// A simulation that we linked ourselves (vhdl/simulation/quick_writing.c) also writes runs: a
// scalar
// that alternates between two values periodically, as a clock does. The changes of a time stamp are
// then replaced by
//
//   4294967295 scalar value value' apart' apart count CHANGES 0
//
// `scalar` has `value` now, `value'` after `apart'` femtoseconds, `value` again after further
// `apart`, and so on alternately: `count` changes in all, at most 2^20. CHANGES, as in any time
// stamp, happen with the last of them. A time difference may be replaced by
//
//   -2 count CHANGES 0
//
// for `count` more changes of the same run.
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

    // Whether a file that begins like this is a GHW file.
    static bool is_ghw(std::string_view first_bytes);

    // Reads the header; a clause that describes the problem, empty if there is none.
    std::string read_header();

    WaveEnd read(const std::vector<bool>& wanted, WaveSink& sink) override;

    // The bits of a vector that come from one scalar of the file.
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
