// SPDX-License-Identifier: Apache-2.0
// One counter for each kind of tap, by the rules of docs/counting.md. A counter is not shown every
// edge but runs of edges with equal samples, and cutting a run in two changes nothing; so it works
// only when something changes. Streams, queues, calls and state machines have the numbers that
// simulations with Verilator count with (taps/sim/tapestry_KIND_numbers.h).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/reading.h"
#include "model/tap_map.h"

namespace tapestry {

// What a tap sees at an edge. The bits of `flags` are named by the kind; `number` is the index of
// the state (fsm), the 1 bits of keep (stream), or the value (value, sum, trace).
struct Sample {
    std::uint32_t flags = 0;
    std::uint64_t number = 0;

    static constexpr std::uint32_t kReset = 1;  // bit 0 of every kind
    bool flag(std::uint32_t bit) const { return (flags >> bit & 1) != 0; }
    friend bool operator==(const Sample&, const Sample&) = default;
};

// The flags above bit 0, in the order of the ports below.
namespace flag {
inline constexpr std::uint32_t kValid = 1, kReady = 2, kLast = 3;           // stream
inline constexpr std::uint32_t kPush = 1, kFull = 2, kPop = 3, kEmpty = 4;  // queue
inline constexpr std::uint32_t kStart = 1, kTaken = 2, kDone = 3;           // call
inline constexpr std::uint32_t kTrue = 1;                                   // event
inline constexpr std::uint32_t kEnable = 1, kUnknown = 2;                   // value, sum
inline constexpr std::uint32_t kHolds = 1;                                  // assert
inline constexpr std::uint32_t kWhen = 1, kTraceUnknown = 2;                // trace
}  // namespace flag

class Counter {
public:
    virtual ~Counter() = default;

    // `edges` > 0 consecutive edges with that sample.
    void add(const Sample& sample, std::uint64_t edges) {
        if (sample.flags & Sample::kReset) {
            reset_cycles_ += edges;
            reset(edges);
        } else {
            observe(sample, edges);
        }
        edges_ += edges;
    }
    std::uint64_t reset_cycles() const { return reset_cycles_; }
    virtual bool saturated() const { return false; }
    // The records of a trace since the last time.
    virtual std::vector<TraceRecord> take_trace() { return {}; }
    // The words of the kind, as they stand if the run ended here.
    virtual void put_words(std::vector<ReadingWord>& words) const = 0;

protected:
    virtual void observe(const Sample& sample, std::uint64_t edges) = 0;
    virtual void reset(std::uint64_t edges) = 0;    // every open run ends
    std::uint64_t edges() const { return edges_; }  // before those that are added now

private:
    std::uint64_t reset_cycles_ = 0;
    std::uint64_t edges_ = 0;
};

std::unique_ptr<Counter> make_counter(const Tap& tap);

}  // namespace tapestry
