// SPDX-License-Identifier: Apache-2.0
#include "run/import/sampler.h"

#include <bit>

#include "model/expression/compile.h"

namespace tapestry {

namespace {

using Takes = TapPort::Takes;

// A register with more values than this is a counter, not a state.
constexpr std::size_t kMostOpenStates = 64;
constexpr std::uint64_t kOtherWhenOpen = kMostOpenStates;

}  // namespace

const std::vector<TapPort>& ports_of(TapKind kind) {
    static const std::vector<TapPort> fsm = {{"state", "", Takes::state}};
    static const std::vector<TapPort> stream = {{"valid", "", Takes::lowest_bit},
                                                {"ready", "1'b1", Takes::lowest_bit},
                                                {"last", "1'b0", Takes::lowest_bit},
                                                {"keep", "1'b0", Takes::count}};
    static const std::vector<TapPort> queue = {{"push", "", Takes::lowest_bit},
                                               {"full", "1'b0", Takes::lowest_bit},
                                               {"pop", "", Takes::lowest_bit},
                                               {"empty", "1'b0", Takes::lowest_bit}};
    static const std::vector<TapPort> call = {{"start", "", Takes::lowest_bit},
                                              {"ready", "=done", Takes::lowest_bit},
                                              {"done", "", Takes::lowest_bit}};
    static const std::vector<TapPort> event = {{"event", "", Takes::any_one}};
    static const std::vector<TapPort> value = {{"enable", "1'b1", Takes::lowest_bit},
                                               {"value", "", Takes::number}};
    static const std::vector<TapPort> assertion = {{"holds", "", Takes::any_one}};
    static const std::vector<TapPort> trace = {{"when", "1'b0", Takes::any_one},
                                               {"data", "", Takes::number}};
    switch (kind) {
        case TapKind::fsm:
            return fsm;
        case TapKind::stream:
            return stream;
        case TapKind::queue:
            return queue;
        case TapKind::call:
            return call;
        case TapKind::event:
            return event;
        case TapKind::assertion:
            return assertion;
        case TapKind::trace:
            return trace;
        case TapKind::value:
        case TapKind::sum:
            break;
    }
    return value;
}

StateCodes::StateCodes(const Tap& tap)
    : is_open_(tap.states().empty()), other_(is_open_ ? kOtherWhenOpen : tap.states().size()) {
    for (std::size_t i = 0; i < tap.states().size(); ++i) {
        const std::optional<Bits> code = bits_of_decimal(tap.states()[i].code);
        if (!code) continue;
        if (code->width <= 64)
            narrow_.emplace(code->ones[0], i);
        else
            wide_.emplace(code->ones, i);
    }
}

std::uint64_t StateCodes::add(const Bits& value) {
    if (!is_open_ || found_.size() == kMostOpenStates) {
        is_full_ = is_open_;
        return other_;
    }
    found_.push_back(value);
    return found_.size() - 1;
}

std::uint64_t StateCodes::index_of(NarrowBits value) {
    if (value.unknown) return other_;
    const auto known = narrow_.find(value.ones);
    if (known != narrow_.end()) return known->second;
    const std::uint64_t index = add(Bits::of(value.ones, 64));
    if (index != other_) narrow_.emplace(value.ones, index);
    return index;
}

std::uint64_t StateCodes::index_of(const Bits& value) {
    if (value.has_unknown()) return other_;
    std::vector<std::uint64_t> words = value.ones;
    while (words.size() > 1 && words.back() == 0) words.pop_back();
    if (words.size() == 1) return index_of(NarrowBits{words[0], 0});
    const auto known = wide_.find(words);
    if (known != wide_.end()) return known->second;
    const std::uint64_t index = add(value);
    if (index != other_) wide_.emplace(std::move(words), index);
    return index;
}

Sampler::Port::Form Sampler::form_of(const Program& program) {
    if (!program.is_narrow()) return Port::Form::wide;
    return program.is_load() ? Port::Form::load : Port::Form::narrow;
}

Sampler::Sampler(const Tap& tap, std::vector<Program> programs)
    : kind_(tap.kind()), programs_(std::move(programs)), states_(tap) {
    const std::uint32_t width = kind_ == TapKind::sum     ? tap.sum().width
                                : kind_ == TapKind::trace ? tap.trace().width
                                                          : 64;
    if (width < 64) mask_ = (std::uint64_t{1} << width) - 1;
    for (std::size_t i = 0; i < programs_.size(); ++i) {
        const Takes takes = i == 0 ? Takes::lowest_bit : ports_of(kind_)[i - 1].takes;
        const Port port = {i, takes, form_of(programs_[i])};
        Evaluator evaluator;
        if (programs_[i].slots().empty())
            take(port, evaluator, {}, seen_);
        else
            ports_.push_back(port);
    }
}

// Under reset nothing else is looked at: what a register holds then is no state.
Sample Sampler::sample(Evaluator& evaluator, const SignalValues& values) {
    for (const Port& port : ports_) {
        if (port.number > 0 && (seen_.flags & Sample::kReset) != 0) break;
        const std::uint32_t bit = std::uint32_t{1} << port.number;
        if ((stale_ & bit) == 0) continue;
        take(port, evaluator, values, seen_);
        stale_ &= ~bit;
    }
    if (seen_.flags & Sample::kReset) return {Sample::kReset, 0};
    Sample sample = seen_;
    forget_what_does_not_count(sample);
    return sample;
}

void Sampler::take(const Port& port, Evaluator& evaluator, const SignalValues& values,
                   Sample& sample) {
    const Program& program = programs_[port.number];
    if (port.form == Port::Form::load)
        take_narrow(port, load(program.steps[0], values), sample);
    else if (port.form == Port::Form::narrow)
        take_narrow(port, evaluator.narrow(program, values), sample);
    else
        take_wide(port, evaluator.any(program, values), sample);
}

void Sampler::take_narrow(const Port& port, NarrowBits value, Sample& sample) {
    const auto set_flag = [&](bool on) {
        const std::uint32_t bit = std::uint32_t{1} << port.number;
        sample.flags = on ? sample.flags | bit : sample.flags & ~bit;
    };
    switch (port.takes) {
        case Takes::lowest_bit:
            return set_flag((value.ones & 1) != 0);
        case Takes::any_one:
            return set_flag(value.ones != 0);
        case Takes::state:
            sample.number = states_.index_of(value);
            return;
        case Takes::count:
            sample.number = static_cast<std::uint64_t>(std::popcount(value.ones));
            return;
        case Takes::number:
            sample.number = value.ones & mask_;
            set_flag((value.unknown & mask_) != 0);
    }
}

void Sampler::take_wide(const Port& port, const Bits& value, Sample& sample) {
    const Takes takes = port.takes;
    if (takes == Takes::state) {
        sample.number = states_.index_of(value);
    } else if (takes == Takes::count) {
        sample.number = value.count_ones();
    } else {
        NarrowBits low{value.ones[0], value.unknown[0]};
        if (takes == Takes::any_one) low.ones = value.any_one() ? 1 : 0;
        if (kind_ == TapKind::value && takes == Takes::number)
            low.unknown = value.has_unknown() ? 1 : 0;
        take_narrow(port, low, sample);
    }
}

// Samples that count alike are made alike, so that runs are long.
void Sampler::forget_what_does_not_count(Sample& sample) const {
    if (kind_ == TapKind::stream && !(sample.flag(flag::kValid) && sample.flag(flag::kReady))) {
        sample.flags &= ~(1u << flag::kLast);
        sample.number = 0;
    }
    const bool value = kind_ == TapKind::value || kind_ == TapKind::sum;
    if (value && !sample.flag(flag::kEnable)) sample = {};
    if ((value || kind_ == TapKind::trace) && sample.flag(flag::kUnknown)) sample.number = 0;
}

}  // namespace tapestry
