// SPDX-License-Identifier: Apache-2.0
// The common form of a tap in every stage: the observed signals, and a part specific to its kind.
// Findings, sites of the plan, taps of the map and the user's own taps extend this form, so that a
// stage passes it on whole and adds its own knowledge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tapestry {

// In the order of the alternatives of `KindPart`.
enum class TapKind { fsm, stream, queue, call, event, value, sum, trace, assertion };

std::string_view to_word(TapKind kind);
std::optional<TapKind> tap_kind_of(std::string_view word);

// A signal that a state waits for: the machine stays in the state until it is asserted.
struct StateWait {
    std::string signal;   // as the module spells it
    std::string from;     // path of the block that drives it; empty: outside the design
    std::string channel;  // path of the tap of its stream or call, or empty
    std::string role;  // of the signal: valid or ready of a stream, done of a call, port of the top
    bool moves = true;    // for a stream: a transfer is possible in this state
    bool starts = false;  // for a port: it starts the call of the whole design
};

struct TapState {
    std::string name;
    std::string code;                  // unsigned decimal
    std::string category;              // a category of time; empty: unknown
    std::string source;                // file:line
    std::string category_reason = {};  // the origin of the category; empty without one
    std::vector<StateWait> waits = {};
};

// The role of a tap in a bus (docs/counting.md): the stream of a channel, or the call or queue that
// measures its transactions.
struct BusRole {
    std::string name;       // in a finding local to its module, in a tap a path; empty: no bus
    std::string direction;  // of the transactions: read, write, both
    std::string part;       // request, data, response; latency, outstanding, single
    bool reorders = false;  // responses may be out of order
};

// Something beside its recorded handshakes that decides when a block moves a beat. A replay of the
// handshakes alone does not explain what depends on it.
struct GuardRead {
    // wire: a signal of `from`, which is empty for the outside. time: a register of the block that
    // moves while the block waits. taken: beats are taken whether or not there is room for them.
    // call: the answer of a measured call. unknown: logic that was not followed.
    std::string kind;
    std::string signal;  // its path
    std::string from;    // path of the block, queue or instance that drives it
    bool operator==(const GuardRead&) const = default;
};

// Paths of the producer and consumer of a channel; empty: outside the design. Set by the plan.
struct ChannelEnds {
    std::string producer;
    std::string consumer;
    // What the valid of the producer and the ready of the consumer depend on; for recordings.
    std::vector<GuardRead> producer_reads = {};
    std::vector<GuardRead> consumer_reads = {};
};

// What a trace records and how much (docs/counting.md).
struct TraceRule {
    std::string trigger = "change";  // change, edge, level, lasted
    std::uint64_t lasted = 1;        // for `lasted`: edges for which `when` must hold
    std::uint64_t before = 0;        // records of a window before the trigger
    std::uint64_t after = 1;         // records from the trigger on
    std::uint64_t depth = 0;         // records kept; 0: the default of the simulation or the FPGA
};

// A signal from another clock domain; a synchronizer delays it by some edges.
struct SyncedSignal {
    std::string name;
    std::string clock_text = {};  // the clock of its domain
    std::uint32_t width = 1;      // the largest of all parameterisations
};

// The protocol of a machine that is one of several hardware threads.
inline constexpr std::string_view kThreads = "threads";

// ---- The parts of the kinds.

struct MachinePart {
    std::uint32_t width = 0;            // of the state
    bool is_thread = false;             // one of several hardware threads
    std::vector<TapState> states = {};  // from the map, without `other`
};

struct StreamPart {
    std::string protocol = {};
    BusRole bus = {};
    ChannelEnds ends = {};
    // The payload signal, as the module spells it; the bits of `lanes_of` divide it evenly. Empty:
    // the width of a beat is unknown, and one beat has all of `data`.
    std::string data = {};
    std::string lanes_of = {};
    // As elaborated for one instance. A simulation evaluates them in the running text instead.
    std::uint32_t keep_width = 0;
    std::uint64_t bytes_per_beat = 0;
    std::uint64_t bytes_per_keep = 0;
};

struct QueuePart {
    BusRole bus = {};
    ChannelEnds ends = {};
    std::uint64_t depth = 0;  // 0: unknown
    std::uint64_t bins = 0;
    std::string parameter = {};  // the parameter of its module that sets the depth; empty: unknown
    bool is_logarithm = false;   // the parameter is an address width
    std::uint64_t parameter_value =
        0;                         // as elaborated; it may count bytes, where depth counts entries
    bool is_power_of_two = false;  // nothing shows that another depth would work
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
    std::vector<TapState> states = {};  // names of the recorded values, if a machine is traced
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

    // The part of the given kind, which the tap must have.
    MachinePart& machine() { return std::get<MachinePart>(own); }
    StreamPart& stream() { return std::get<StreamPart>(own); }
    QueuePart& queue() { return std::get<QueuePart>(own); }
    const MachinePart& machine() const { return std::get<MachinePart>(own); }
    const StreamPart& stream() const { return std::get<StreamPart>(own); }
    const QueuePart& queue() const { return std::get<QueuePart>(own); }
    const ValuePart& value() const { return std::get<ValuePart>(own); }
    const SumPart& sum() const { return std::get<SumPart>(own); }
    const TracePart& trace() const { return std::get<TracePart>(own); }

    // Members that several kinds share; empty for the other kinds.
    const std::vector<TapState>& states() const;
    const BusRole& bus() const;
    const ChannelEnds& ends() const;
    std::string_view protocol() const;
    // The same for writing; null for the other kinds.
    std::vector<TapState>* find_states();
    BusRole* find_bus();
    ChannelEnds* find_ends();

    // The expression at a port; empty if the tap has no such port.
    std::string_view observed(std::string_view port) const;
    // True if the number of bytes is known: from a payload signal or from keep.
    bool knows_bytes() const;
    // True if it measures the transactions of a bus, and is not a call or queue of the design.
    bool times_a_bus() const { return !is(TapKind::stream) && !bus().name.empty(); }
};

// The bytes that a signal of that width occupies; 0 for a missing signal.
constexpr std::uint64_t bytes_of_bits(std::uint64_t bits) { return (bits + 7) / 8; }
// The bytes that one keep bit covers; 0 without keep.
std::uint64_t bytes_of_keep_bit(std::uint64_t bytes_per_beat, std::uint32_t keep_width);

}  // namespace tapestry
