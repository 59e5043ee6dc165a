// SPDX-License-Identifier: Apache-2.0
#include "model/tap_form.h"

#include <algorithm>
#include <array>

namespace tapestry {

namespace {

constexpr std::size_t kKindCount = std::variant_size_v<KindPart>;
constexpr std::array<std::string_view, kKindCount> kKinds = {
    "fsm", "stream", "queue", "call", "event", "value", "sum", "trace", "assert"};
static_assert(static_cast<std::size_t>(TapKind::assertion) + 1 == kKindCount);

template <std::size_t... I>
KindPart part_at(std::size_t index, std::index_sequence<I...>) {
    KindPart part;
    ((I == index ? void(part.emplace<I>()) : void()), ...);
    return part;
}

// The member of the part that `get` selects; null for parts without it.
template <class Member, class Get>
Member* own_member(KindPart& own, const Get& get) {
    return std::visit(
        [&](auto& part) -> Member* {
            if constexpr (std::is_invocable_v<Get, decltype(part)>)
                return &get(part);
            else
                return nullptr;
        },
        own);
}

const std::vector<TapState> kNoStates;
const BusRole kNoBus;
const ChannelEnds kNoEnds;

}  // namespace

std::string_view to_word(TapKind kind) { return kKinds.at(static_cast<std::size_t>(kind)); }

std::optional<TapKind> tap_kind_of(std::string_view word) {
    const auto* const it = std::find(kKinds.begin(), kKinds.end(), word);
    if (it == kKinds.end()) return std::nullopt;
    return static_cast<TapKind>(it - kKinds.begin());
}

KindPart part_of(TapKind kind) {
    return part_at(static_cast<std::size_t>(kind), std::make_index_sequence<kKindCount>());
}

std::vector<TapState>* TapForm::find_states() {
    return own_member<std::vector<TapState>>(
        own, [](auto& part) -> decltype((part.states)) { return part.states; });
}

BusRole* TapForm::find_bus() {
    return own_member<BusRole>(own, [](auto& part) -> decltype((part.bus)) { return part.bus; });
}

ChannelEnds* TapForm::find_ends() {
    return own_member<ChannelEnds>(own,
                                   [](auto& part) -> decltype((part.ends)) { return part.ends; });
}

const std::vector<TapState>& TapForm::states() const {
    const auto* const states = const_cast<TapForm*>(this)->find_states();
    return states ? *states : kNoStates;
}

const BusRole& TapForm::bus() const {
    const BusRole* const bus = const_cast<TapForm*>(this)->find_bus();
    return bus ? *bus : kNoBus;
}

const ChannelEnds& TapForm::ends() const {
    const ChannelEnds* const ends = const_cast<TapForm*>(this)->find_ends();
    return ends ? *ends : kNoEnds;
}

std::string_view TapForm::protocol() const {
    if (const auto* machine = std::get_if<MachinePart>(&own))
        return machine->is_thread ? kThreads : std::string_view();
    return std::visit(
        [](const auto& part) -> std::string_view {
            if constexpr (requires { part.protocol; })
                return part.protocol;
            else
                return {};
        },
        own);
}

std::string_view TapForm::observed(std::string_view port) const {
    for (const auto& [name, expression] : observe) {
        if (name == port) return expression;
    }
    return {};
}

bool TapForm::knows_bytes() const {
    return is(TapKind::stream) && (stream().bytes_per_beat > 0 || !observed("keep").empty());
}

std::uint64_t bytes_of_keep_bit(std::uint64_t bytes_per_beat, std::uint32_t keep_width) {
    return keep_width == 0 ? 0 : std::max<std::uint64_t>(1, bytes_per_beat / keep_width);
}

}  // namespace tapestry
