// SPDX-License-Identifier: Apache-2.0
// One counter for each kind of tap, written straight from docs/counting.md: it is shown every edge
// and says at the end what it counted. Plain rather than fast: it is the judge of the fast ones.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bits.h"

namespace recount {

// A word of a record with the numbers behind it; docs/formats.md.
using Word = std::pair<std::string, std::vector<std::uint64_t>>;

// What a tap of the map says about how it counts.
struct CounterSettings {
    std::vector<Bits> codes;  // fsm
    bool has_keep = false;    // stream
    std::uint64_t bytes_per_beat = 0;
    std::uint64_t bytes_per_keep = 0;
    std::uint64_t bins = 0;
    std::uint64_t from = 0;
    std::uint64_t step = 1;
    std::uint64_t width = 64;  // sum, trace
    std::string trigger;       // trace
    std::uint64_t lasted = 1;
    std::uint64_t before = 0;
    std::uint64_t after = 1;
    std::uint64_t depth = 0;
};

class Counter {
public:
    virtual ~Counter() = default;

    // The names of the observed values, in the order in which `observe` wants them, with the
    // expression to take when the map has none: empty means that it must be there, "@done" that
    // the expression of `done` stands in.
    struct Input {
        std::string name;
        std::string otherwise;
        int width = 1;  // of the port, at least that of the expression
    };
    virtual std::vector<Input> inputs() const = 0;

    // An observed edge with the samples of the inputs.
    virtual void observe(const std::vector<Bits>& samples) = 0;
    // A reset edge: every open run ends.
    virtual void reset() = 0;
    // An edge at the end of the run, which does not count: the samples there, none in reset.
    virtual void observe_end(const std::vector<Bits>&) {}
    // The end of the run.
    virtual void finish() = 0;
    virtual std::vector<Word> words() const = 0;
};

// `kind` is a kind of tap; null for any other word.
std::unique_ptr<Counter> make_counter(const std::string& kind, const CounterSettings& settings);

}  // namespace recount
