// SPDX-License-Identifier: Apache-2.0
// The tap map: what each woven tap measures, in terms of the user's design. Written by weave as
// taps.json (docs/formats.md), read by every later stage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/tap_form.h"

namespace tapestry {

// The position of a tap on an FPGA's ring, and the form of its record (docs/links.md).
struct TapPlace {
    int position = -1;        // on the ring; -1: the tap reports by itself (`sim`)
    std::uint32_t site = 0;   // the identity that the tap reports
    std::uint32_t words = 0;  // of its record
    bool lean = false;        // on a chain: it has only the tables of its record
};

// One tap of one instance of the elaborated hierarchy, with that instance's widths.
struct Tap : TapForm {
    int tap = 0;           // its index in TapMap::taps
    std::string path;      // path of the observed object from the design's top: dut.u_core.state
    std::string name;      // its last part, or a name chosen by the user
    std::string module;    // as the source spells it
    std::string instance;  // hierarchical name of the tap itself, from the design's top
    std::string scope;     // the scope in which the observed expressions are valid
    int clock = -1;        // index in TapMap::clocks
    std::string source;    // file:line
    std::string reason;
    double confidence = 1;
    TapPlace place;
};

struct TapClock {
    int clock = 0;
    std::string name;
    std::string path;
    std::string edge;  // posedge, negedge
};

// One edge of the design's graph: `from` feeds `to` through `channel` (the path of a tap).
struct GraphEdge {
    std::string from;
    std::string to;
    std::string channel;
};

// The chain of the lean taps of one clock. Every entry of its tables is read again after 2 *
// 2^entry_width * period edges, which are fewer than 2^low: so nothing is lost.
struct ChainMap {
    std::uint32_t tables = 0;  // 0: there is no chain
    std::uint32_t entry_width = 0;
    std::uint32_t low = 0;
    std::uint64_t period = 0;  // edges

    std::uint64_t edges_between_reads() const { return period << (entry_width + 1); }
};

// The segment of the ring in one clock domain.
struct LinkClock {
    int clock = 0;  // index in TapMap::clocks
    TapPlace port;  // the bridge, which reports the edges; position -1: the hub's own clock
    std::uint32_t taps = 0;  // in that clock domain, including ignored ones
    ChainMap chain = {};
};

// How readings leave an FPGA.
struct LinkMap {
    std::string link = "sim";
    std::uint64_t identity = 0;  // reported by the hub: a map of other sources is detected
    std::uint32_t counter_width = 32;
    std::uint32_t burst_bins = 16;
    std::uint32_t latency_bins = 32;
    std::uint32_t positions = 0;    // on the ring, including bridges and ignored taps
    std::vector<LinkClock> clocks;  // in the order of the ring, the hub's first; empty for `sim`
    // for inband: bytes per beat of the stream that carries the reports
    std::uint32_t stream_bytes = 0;
};

struct TapMap {
    std::string top;
    std::vector<TapClock> clocks;
    std::vector<Tap> taps;
    std::vector<GraphEdge> edges;
    // Taps that exist in the woven text but are not wanted (a net that is tapped elsewhere, an
    // instance excluded by the user): their records are skipped.
    std::vector<std::string> ignored;
    LinkMap link;
};

std::string to_json(const TapMap& map);
// `name` is the file name for diagnostics.
Result<TapMap> tap_map_from_json(std::string_view text, const std::string& name,
                                 Diagnostics& diagnostics);

}  // namespace tapestry
