// SPDX-License-Identifier: Apache-2.0
// From the values of signals to what a tap sees: the programs of its ports, and how their results
// become one sample.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/expression/program.h"
#include "model/tap_map.h"
#include "run/import/counter.h"

namespace tapestry {

// A port of a kind of tap. One without an expression of its own takes `otherwise`; "=done" is the
// expression of done; an empty one must be there.
struct TapPort {
    const char* name;
    const char* otherwise;
    enum class Takes { lowest_bit, any_one, state, count, number } takes;
};
const std::vector<TapPort>& ports_of(TapKind kind);

// Which state a value is. States that the map does not know are `other`, the last index; or, when
// the map knows none at all, each new value becomes a state of its own.
class StateCodes {
public:
    explicit StateCodes(const Tap& tap);

    std::uint64_t index_of(NarrowBits value);
    std::uint64_t index_of(const Bits& value);
    // The values that became states, in the order in which they came; `is_full` when there were
    // more than anybody calls states.
    const std::vector<Bits>& found() const { return found_; }
    bool is_full() const { return is_full_; }

private:
    std::uint64_t add(const Bits& value);

    bool is_open_;
    bool is_full_ = false;
    std::uint64_t other_;
    std::unordered_map<std::uint64_t, std::uint64_t> narrow_;
    std::map<std::vector<std::uint64_t>, std::uint64_t> wide_;  // by words, without leading zeros
    std::vector<Bits> found_;
};

class Sampler {
public:
    // `programs` are of the reset, then of the ports in their order.
    Sampler(const Tap& tap, std::vector<Program> programs);

    Sample sample(Evaluator& evaluator, const SignalValues& values);
    // Signals of these programs have changed, a bit for each; the others are not looked at again.
    void mark(std::uint32_t programs) { stale_ |= programs; }
    const std::vector<Program>& programs() const { return programs_; }
    const StateCodes& states() const { return states_; }

private:
    struct Port {
        std::size_t number;
        TapPort::Takes takes;
        enum class Form { load, narrow, wide } form;  // of its program
    };

    static Port::Form form_of(const Program& program);
    void take(const Port& port, Evaluator& evaluator, const SignalValues& values, Sample& sample);
    void take_narrow(const Port& port, NarrowBits value, Sample& sample);
    void take_wide(const Port& port, const Bits& value, Sample& sample);
    void forget_what_does_not_count(Sample& sample) const;

    TapKind kind_;
    std::vector<Program> programs_;
    std::vector<Port> ports_;  // that can change
    Sample seen_;              // by all ports, as they are
    std::uint32_t stale_ = ~std::uint32_t{0};
    StateCodes states_;
    std::uint64_t mask_ = ~std::uint64_t{0};  // bits that the tap takes
};

}  // namespace tapestry
