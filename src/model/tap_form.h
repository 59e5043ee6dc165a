// SPDX-License-Identifier: Apache-2.0
// What a tap is in every stage: the signals it looks at, and a part that belongs to its kind.
// Findings, sites of the plan, taps of the map and the user's own taps all begin with this form, so
// that a stage hands it on whole and adds what it knows beyond it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tapestry {

// In the order of `KindPart`.
enum class TapKind { fsm, stream, queue, call, event, value, sum, trace, assertion };

std::string_view to_word(TapKind kind);
std::optional<TapKind> tap_kind_of(std::string_view word);

// A signal that a state waits for: without it the machine stays where it is.
struct StateWait {
    std::string signal;   // as the module spells it
    std::string from;     // path of the block that drives it; empty: outside the design
    std::string channel;  // path of the tap of the stream or call that it belongs to, or empty
    std::string role;  // of the signal: valid or ready of a stream, done of a call, port of the top
    bool moves = true;    // of a stream: a beat can move in this state
    bool starts = false;  // of a port: it starts the call of the whole design
};

struct TapState {
    std::string name;
    std::string code;                  // unsigned decimal
    std::string category;              // a category of time, or empty where nobody says
    std::string source;                // file:line
    std::string category_reason = {};  // who says the category, empty without one
    std::vector<StateWait> waits = {};
};

// What a tap is of a bus (docs/counting.md): the stream of a channel, or the call or queue that
// times its transfers.
struct BusRole {
    std::string name;       // of a finding in its module, of a tap as a path; empty: no bus
    std::string direction;  // of the transfers: read, write, both
    std::string part;       // request, data, response; latency, outstanding, single
    bool reorders = false;  // answers may come in another order than their requests
};

// Paths of the blocks that feed and drain a channel; empty: outside the design. The plan knows
// them.
struct ChannelEnds {
    std::string producer;
    std::string consumer;
};

// What a trace records, and how much of it (docs/counting.md).
struct TraceRule {
    std::string trigger = "change";  // change, edge, level, lasted
    std::uint64_t lasted = 1;        // edges that `when` has to hold, for lasted
    std::uint64_t before = 0;        // records of a window before the trigger,
    std::uint64_t after = 1;         // and from it on
    std::uint64_t depth = 0;  // records kept; 0: what the simulation or the FPGA has room for
};

// A signal of another clock that a tap observes: the tap sees it some edges later.
struct SyncedSignal {
    std::string name;
    std::string clock_text = {};  // the clock that it changes with
    std::uint32_t width = 1;      // the largest of all parameterisations
};

// The protocol of a machine that is one of several hardware threads.
inline constexpr std::string_view kThreads = "threads";

// ---- The parts of the kinds.

struct MachinePart {
    std::uint32_t width = 0;            // of the state
    bool is_thread = false;             // one of several hardware threads
    std::vector<TapState> states = {};  // of the map; `other` is not among them
};

struct StreamPart {
    std::string protocol = {};
    BusRole bus = {};
    ChannelEnds ends = {};
    // The signal that carries a beat, as the module spells it; the bits of `lanes_of` share it
    // evenly. Empty: nobody knows how wide a beat is, and one beat has all of `data`.
    std::string data = {};
    std::string lanes_of = {};
    // As elaborated, of one instance. A simulation asks the running text instead.
    std::uint32_t keep_width = 0;
    std::uint64_t bytes_per_beat = 0;
    std::uint64_t bytes_per_keep = 0;
};

struct QueuePart {
    BusRole bus = {};
    ChannelEnds ends = {};
    std::uint64_t depth = 0;  // 0: not known
    std::uint64_t bins = 0;
    std::string parameter = {};  // of its module, that says the depth; empty: none is known
    bool is_logarithm = false;   // the parameter is the width of an address
};

struct CallPart {
    std::string protocol = {};
    BusRole bus = {};
};

struct EventPart {};

struct ValuePart {
    std::uint64_t from = 0;
    std::uint64_t step = 1;
    std::uint64_t bins = 16;
};

struct SumPart {
    std::uint32_t width = 32;  // bits that are added
};

struct TracePart {
    std::uint32_t width = 32;  // bits that are recorded
    TraceRule rule = {};
    std::vector<TapState> states = {};  // the names of what is recorded, when a machine is traced
};

struct AssertPart {};

using KindPart = std::variant<MachinePart, StreamPart, QueuePart, CallPart, EventPart, ValuePart,
                              SumPart, TracePart, AssertPart>;

KindPart part_of(TapKind kind);

using Ports = std::vector<std::pair<std::string, std::string>>;  // tap port -> expression, in order

struct TapForm {
    KindPart own = EventPart{};
    Ports observe;
    std::vector<SyncedSignal> synced;

    TapKind kind() const { return static_cast<TapKind>(own.index()); }
    bool is(TapKind kind) const { return this->kind() == kind; }

    // The part of a kind that the tap is known to have.
    MachinePart& machine() { return std::get<MachinePart>(own); }
    StreamPart& stream() { return std::get<StreamPart>(own); }
    QueuePart& queue() { return std::get<QueuePart>(own); }
    const MachinePart& machine() const { return std::get<MachinePart>(own); }
    const StreamPart& stream() const { return std::get<StreamPart>(own); }
    const QueuePart& queue() const { return std::get<QueuePart>(own); }
    const ValuePart& value() const { return std::get<ValuePart>(own); }
    const SumPart& sum() const { return std::get<SumPart>(own); }
    const TracePart& trace() const { return std::get<TracePart>(own); }

    // What several kinds have, and an empty one for the others.
    const std::vector<TapState>& states() const;
    const BusRole& bus() const;
    const ChannelEnds& ends() const;
    std::string_view protocol() const;
    // The same to write to; null for the others.
    std::vector<TapState>* find_states();
    BusRole* find_bus();
    ChannelEnds* find_ends();

    // The expression at a port; empty when the tap has no such port.
    std::string_view observed(std::string_view port) const;
    // How many bytes move shows: a signal carries the beat, or keep marks its bytes.
    bool knows_bytes() const;
    // It times the transfers of a bus: no call or queue of the design.
    bool times_a_bus() const { return !is(TapKind::stream) && !bus().name.empty(); }
};

// Bytes that a signal of so many bits takes; none for a signal that is not there.
constexpr std::uint64_t bytes_of_bits(std::uint64_t bits) { return (bits + 7) / 8; }
// Bytes that one bit of keep stands for. 0: there is no keep.
std::uint64_t bytes_of_keep_bit(std::uint64_t bytes_per_beat, std::uint32_t keep_width);

}  // namespace tapestry
