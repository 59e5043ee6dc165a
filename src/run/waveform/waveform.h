// SPDX-License-Identifier: Apache-2.0
// A waveform of any simulator: first its names, then its value changes in the order of time. VCD,
// FST and GHW have one interface. The caller selects signals and receives only their changes, so
// memory does not depend on the size of the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "run/waveform/byte_source.h"

namespace tapestry {

inline constexpr std::uint32_t kNoSignal = ~std::uint32_t{0};
inline constexpr std::int32_t kNoTable = -1;

// Wider signals exist in the header but cannot be read.
inline constexpr std::uint32_t kWidestSignal = 1 << 20;

struct WaveScope {
    std::string_view name;
    std::string_view module;   // the name of its module, where the format tells it
    std::int32_t parent = -1;  // the root, scope 0, has none
    std::uint32_t depth = 0;   // of the root: 0
};

// Variables of one net share a signal. `left` and `right` are the bounds of its range.
struct WaveVar {
    std::string_view name;  // without the range: data of data[7:0], mem[3] of mem[3][7:0]
    std::int32_t scope = 0;
    std::uint32_t signal = kNoSignal;  // kNoSignal: a real, a string, or wider than kWidestSignal
    std::uint32_t width = 1;
    std::int64_t left = 0;
    std::int64_t right = 0;
    std::int32_t table = kNoTable;  // index in WaveHeader::tables
};

// The names that an enumeration gives to values; values as binary digits.
struct WaveTable {
    std::vector<std::pair<std::string, std::string>> names;  // value, name
};

struct WaveHeader {
    std::vector<WaveScope> scopes;
    std::vector<WaveVar> vars;
    std::vector<std::uint32_t> widths;  // by signal
    std::vector<WaveTable> tables;
    std::string timescale;  // "1ps", or empty where the file does not say
    bool is_vhdl = false;   // names are in lower case, and mean the same in any
    // Storage of the names above, in pieces that never move.
    std::vector<std::unique_ptr<char[]>> text;
};

// Words of 64 bits, lowest first. Bit i is X (or Z) when it is set in `unknown`, and then it is 0
// in `ones`; bits at and above the width are 0 in both.
struct WaveValue {
    const std::uint64_t* ones;
    const std::uint64_t* unknown;
};

inline std::uint32_t words_of_width(std::uint32_t width) { return (width + 63) / 64; }

// A signal that alternates while nothing else changes: at `begin` it has the first value, apart[0]
// later the second, apart[1] later the first again, and so on: `count` changes.
struct WaveRun {
    std::uint32_t signal = 0;
    WaveValue values[2] = {};
    std::uint64_t begin = 0;
    std::uint64_t apart[2] = {};
    std::uint64_t count = 0;
    std::uint64_t end() const {
        return count == 0 ? begin : begin + count / 2 * apart[0] + (count - 1) / 2 * apart[1];
    }
};

// Receives the changes. Times never decrease; all changes after `on_time(t)` happen at t.
class WaveSink {
public:
    virtual ~WaveSink() = default;
    virtual void on_time(std::uint64_t time) = 0;
    virtual void on_change(std::uint32_t signal, WaveValue value) = 0;
    // Equivalent to all its changes.
    virtual void on_run(const WaveRun& run) {
        std::uint64_t time = run.begin;
        for (std::uint64_t i = 0; i < run.count; ++i) {
            on_time(time);
            on_change(run.signal, run.values[i % 2]);
            time += run.apart[i % 2];
        }
    }
    // The dump was switched off until now: changes since the last one are unknown.
    virtual void on_gap() = 0;
    virtual void on_progress(double /*share*/) {}
};

// How far the changes could be read. A damaged waveform is valid up to `damage`, a clause with the
// problem and its place.
struct WaveEnd {
    std::string damage;  // empty: all is well
    bool whole() const { return damage.empty(); }
};

class Waveform {
public:
    virtual ~Waveform() = default;
    const WaveHeader& header() const { return header_; }
    // Reads to the end. `wanted` has an entry for each signal. May be called once.
    virtual WaveEnd read(const std::vector<bool>& wanted, WaveSink& sink) = 0;

protected:
    WaveHeader header_;
};

// Opens a VCD, FST or GHW file (its bytes tell which) and reads its names.
Result<std::unique_ptr<Waveform>> open_waveform(const std::filesystem::path& path,
                                                Diagnostics& diagnostics);

// A VCD waveform from a stream such as a pipe. `path` is for messages.
Result<std::unique_ptr<Waveform>> open_vcd(std::unique_ptr<ByteSource> source,
                                           const std::filesystem::path& path,
                                           Diagnostics& diagnostics);

// A GHW waveform from a stream such as a pipe, written by a simulation that may write runs
// (ghw_reader.h). `path` is for messages.
Result<std::unique_ptr<Waveform>> open_ghw(std::unique_ptr<ByteSource> source,
                                           const std::filesystem::path& path,
                                           Diagnostics& diagnostics);

}  // namespace tapestry
