// SPDX-License-Identifier: Apache-2.0
// Counts again, from a value change dump of the bare design, what the taps of a map counted.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reading.h"

namespace recount {

struct RecountOptions {
    // Where the design's top stands in the dump: tb.u_dut. A level above it that the simulator
    // added (TOP) may be left out.
    std::string prefix;
    // The time of $finish in units of the dump; edges at it or later do not count. Without it, the
    // last time stamp of the dump.
    std::optional<std::uint64_t> end_time;
    // Which bits a field of a packed struct is, for dumps that hold the struct as one vector:
    // "u_meter.r.state=5:4", the name as seen from the design's top.
    std::vector<std::string> fields;
    // What a person wrote down about taps, as JSON, in place of what the map says of them:
    // [{"path": "dut.u_a.state", "observe": {"clk": …, "rst": …, "state": …}, "codes": ["0", …]}].
    // Then every state machine of the map must be among them, and all of them in the map.
    std::string truth = {};
    // The dump has its names in lower case, as VHDL's simulators do.
    bool lower_case = false;
    // Traces tell the value at an edge at the end.
    bool has_end = true;
};

// One record for each tap, sorted by path. `vcd` is read once, as a stream; `taps` is the text of
// taps.json. Throws std::runtime_error when something in either cannot be made sense of.
std::vector<Record> recount(std::istream& vcd, const std::string& taps,
                            const RecountOptions& options);

// The taps that the map says to pass over, named as seen from below the design's top.
std::set<std::string> ignored_taps(const std::string& taps);

}  // namespace recount
