// SPDX-License-Identifier: Apache-2.0
// The tap map: what each woven tap measures, in terms of the user's design. Written by weave as
// taps.json (docs/formats.md), read by every later stage.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

enum class TapKind { fsm, stream, queue, call, event, value, sum, trace, assertion };

std::string_view to_word(TapKind kind);
std::optional<TapKind> tap_kind_of(std::string_view word);

// Protocol of an fsm tap that is one of several hardware threads.
inline constexpr const char* kThreads = "threads";

// A signal that a state waits for: without it the machine stays where it is.
struct StateWait {
    std::string signal;   // as the module spells it
    std::string from;     // path of the block that drives it; empty: outside the design
    std::string channel;  // path of the tap of the stream or call that it belongs to, or empty
    std::string role;  // of the signal: valid or ready of a stream, done of a call, port of the top
    bool moves = true;  // of a stream: a beat can move in this state
};

struct TapState {
    std::string name;
    std::string code;                  // unsigned decimal
    std::string category;              // a category of time, or empty where nobody says
    std::string source;                // file:line
    std::string category_reason = {};  // who says the category, empty without one
    std::vector<StateWait> waits = {};
};

// What a trace records, and how much of it (docs/counting.md).
struct TraceRule {
    std::string trigger = "change";  // change, edge, level, lasted
    std::uint64_t lasted = 1;        // edges that `when` has to hold, for lasted
    std::uint64_t before = 0;        // records of a window before the trigger,
    std::uint64_t after = 1;         // and from it on
    std::uint64_t depth = 0;  // records kept; 0: what the simulation or the FPGA has room for
};

// A signal of another clock that a tap observes.
struct SyncedSignal {
    std::string name;
    std::string clock_text;   // the clock that it changes with
    std::uint32_t width = 1;  // the largest of all parameterisations
};

// Where a tap of a built FPGA hangs, and what its record looks like (docs/links.md).
struct TapPlace {
    int position = -1;        // on the ring; -1: the tap reports by itself (`sim`)
    std::uint32_t site = 0;   // what the tap answers when it is asked who it is
    std::uint32_t words = 0;  // of its record
};

// One tap of one instance of the elaborated hierarchy.
struct Tap {
    int tap = 0;  // its index in TapMap::taps
    TapKind kind = TapKind::event;
    std::string path;      // name of what is measured, from the design's top: dut.u_core.state
    std::string name;      // its last part, or the user's own name for it
    std::string module;    // as the source spells it
    std::string instance;  // hierarchical name of the tap itself, from the design's top
    std::string scope;     // hierarchical name in which `observe` is to be understood
    int clock = -1;        // index in TapMap::clocks
    std::string source;    // file:line
    std::string reason;
    double confidence = 1;
    std::vector<std::pair<std::string, std::string>> observe;  // tap port -> expression, in order

    // fsm; of a trace the names of what is recorded, of a sum the bits that are added
    std::uint32_t width = 0;
    std::vector<TapState> states;
    TraceRule trace;
    // Signals of another clock among those observed: the tap sees them some edges later.
    std::vector<std::string> synced;
    // stream, call; of an fsm `threads` when it is a hardware thread
    std::string protocol;
    // A tap of a bus (docs/counting.md): the streams of its channels, the call and the queue that
    // time its transfers.
    std::string bus;        // path of the bus, empty for all other taps
    std::string direction;  // of the transfers: read, write, both
    std::string part;       // request, data, response; latency, outstanding, single
    bool reorders = false;  // answers may come in another order than their requests
    std::uint64_t bytes_per_beat = 0;
    std::uint64_t bytes_per_keep = 0;
    std::string producer;  // path of the block that feeds the channel; empty: outside the design
    std::string consumer;
    // queue, value
    std::uint64_t depth = 0;
    std::uint64_t bins = 0;
    std::uint64_t from = 0;
    std::uint64_t step = 1;

    TapPlace place;

    // It times the transfers of a bus: no call or queue of the design.
    bool times_a_bus() const { return kind != TapKind::stream && !bus.empty(); }
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

// The part of the ring that runs on one clock.
struct LinkClock {
    int clock = 0;  // index in TapMap::clocks
    TapPlace port;  // the bridge, which reports the edges; position -1: the hub's own clock
    std::uint32_t taps = 0;  // of that clock, ignored ones too
};

// How the readings of a built FPGA leave.
struct LinkMap {
    std::string link = "sim";
    std::uint64_t identity = 0;  // the hub answers with it: a map of other sources is noticed
    std::uint32_t counter_width = 32;
    std::uint32_t burst_bins = 16;
    std::uint32_t latency_bins = 32;
    std::uint32_t positions = 0;     // on the ring, bridges and ignored taps too
    std::vector<LinkClock> clocks;   // in the order of the ring, the hub's first; empty for `sim`
    std::uint32_t stream_bytes = 0;  // inband: of a beat of the stream that carries the reports
};

struct TapMap {
    std::string top;
    std::vector<TapClock> clocks;
    std::vector<Tap> taps;
    std::vector<GraphEdge> edges;
    // Taps that the woven text makes beside the wanted ones (a net that is tapped elsewhere, an
    // instance the user excluded): their records are passed over.
    std::vector<std::string> ignored;
    LinkMap link;
};

std::string to_json(const TapMap& map);
// `name` is the file's name, for messages.
Result<TapMap> tap_map_from_json(std::string_view text, const std::string& name,
                                 Diagnostics& diagnostics);

// One tap as it stands in a map, on one line; and back, as number `index` of a run whose `map` has
// the clocks and the link.
std::string to_json(const Tap& tap);
Result<Tap> tap_from_json(std::string_view text, std::size_t index, const TapMap& map,
                          const std::string& name, Diagnostics& diagnostics);

}  // namespace tapestry
