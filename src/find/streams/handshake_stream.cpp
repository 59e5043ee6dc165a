// SPDX-License-Identifier: Apache-2.0
#include "find/streams/handshake_stream.h"

#include <fmt/format.h>

#include <algorithm>

#include "find/module/module_cycle.h"
#include "find/module/sibling_names.h"
#include "find/module/subject.h"
#include "find/streams/handshake_sides.h"
#include "find/streams/handshake_vector.h"
#include "find/streams/hls_stream.h"
#include "find/streams/stream_finding.h"

namespace tapestry {

namespace {

// Two signals that are named as a handshake and are none: `valid` starts a time, `ready` tells that
// it is over, and an offer that waits starts it again. So it would never be taken.

constexpr int kCycles = 600;  // longer than a time between two commands of a memory
constexpr std::size_t kMostOfTimer = 8;

class Timer {
public:
    Timer(const Subject& on, VarId valid, VarId ready)
        : valid_(valid), ready_(ready), cycle_(on.design, on.indexes, on.id) {
        const ModuleCycle::Sources sources = cycle_.sources(ready, valid);
        is_closed_ = sources.complete && !sources.registers.empty() &&
                     sources.registers.size() <= kMostOfTimer;
        if (!is_closed_) return;
        std::set<VarId> left;
        for (const ModuleCycle::Signal& input : sources.inputs) left.insert(input.var);
        for (const InactiveReset& reset : on.clocking.inactive_resets(on.id)) {
            if (left.erase(reset.var) != 0) resets_.push_back(reset);
        }
        is_closed_ = left.empty();
        for (const ModuleCycle::Signal& reg : sources.registers) state_.emplace_back(reg, 0);
    }

    // Offered all the time it is ready at no time, and else it is.
    bool refuses_who_waits() {
        if (!is_closed_) return false;
        step(false, true);
        return becomes_ready(false) && !stays_ready_for_offers() && becomes_ready(false);
    }

private:
    bool becomes_ready(bool valid) {
        for (int i = 0; i < kCycles && is_closed_; ++i) {
            if (step(valid, false)) return is_closed_;
        }
        return false;
    }

    // The first offer may be taken, as the time is over.
    bool stays_ready_for_offers() {
        step(true, false);
        return becomes_ready(true) || !is_closed_;
    }

    // One cycle; returns whether it is ready.
    bool step(bool valid, bool in_reset) {
        cycle_.begin();
        cycle_.put({ModuleCycle::kOwn, valid_}, valid ? 1 : 0);
        for (const InactiveReset& reset : resets_)
            cycle_.put({ModuleCycle::kOwn, reset.var}, reset.value != in_reset ? 1 : 0);
        for (const auto& [reg, value] : state_) cycle_.put(reg, value);
        const KnownBits ready = cycle_.value({ModuleCycle::kOwn, ready_});
        is_closed_ = is_closed_ && ready.all(1);
        auto next = state_;
        for (auto& [reg, value] : next) {
            const KnownBits bits = cycle_.next(reg);
            is_closed_ = is_closed_ && bits.all(cycle_.width(reg));
            value = bits.value;
        }
        state_ = std::move(next);
        return ready.value != 0;
    }

    VarId valid_;
    VarId ready_;
    ModuleCycle cycle_;
    std::vector<InactiveReset> resets_;
    bool is_closed_ = false;  // all that decides is known
    std::vector<std::pair<ModuleCycle::Signal, std::uint64_t>> state_;
};

// Tried over some cycles, if nothing but `valid` and resets decides on `ready`.
bool is_waiting_offer_refused(const Subject& on, VarId valid, VarId ready) {
    return Timer(on, valid, ready).refuses_who_waits();
}

// What a handshake carries: the end of its packets, its bytes, and which of them count.

// The byte enables of a beat: keep, or the strobes of AXI's write channel and of an AXI-Stream
// without keep.
VarId keep_of(const SiblingNames& names, VarId valid, const ValidName& name) {
    const VarId keep = names.partner(valid, name, "keep");
    return keep != kNone ? keep : names.partner(valid, name, "strb");
}

// Its data, whose word is that of its spelling: val/rdy carries a `msg`, stb/ack a `dat`.
VarId data_of(const SiblingNames& names, VarId valid, const ValidName& name) {
    for (const char* word : {"data", "dat", "msg", "payload"})
        if (const VarId data = names.partner(valid, name, word); data != kNone) return data;
    return kNone;
}

// An array has one element per handshake; a vector is divided evenly.
void add_shared_data(const Subject& on, VarId data, VarId valid, Finding& f) {
    const std::uint32_t share = share_width(on, data, handshakes(on, valid));
    if (share == 0) return;
    const bool array = on.is_array(data);
    add_data(f, on.text(data) + (array ? index_text(on, data, f.element) : ""), share);
    if (!array) f.stream().lanes_of = on.text(valid);
}

// Adds the payload of a single handshake, whose valid is called `name`, to its finding.
void add_payload(const Subject& on, const SiblingNames& names, VarId valid, const ValidName& name,
                 Finding& f) {
    const VarId last = names.partner(valid, name, "last");
    const VarId end_of_packet = names.partner(valid, name, "endofpacket");
    const VarId eop = end_of_packet != kNone ? end_of_packet : names.partner(valid, name, "eop");
    const VarId keep = keep_of(names, valid, name);
    const VarId data = data_of(names, valid, name);
    if (name.letters.empty() && eop != kNone) f.stream().protocol = "avalon_st";
    const VarId end = last != kNone ? last : eop;
    if (end != kNone && on.width(end) == 1) f.observe.emplace_back("last", on.text(end));
    if (data != kNone && !on.is_array(data)) add_data(f, on.text(data), on.width(data));
    if (keep == kNone || on.is_array(keep) || on.width(keep) == 0) return;
    add_keep(f, on.text(keep), on.width(keep));
}

// The payload of one handshake of many (Finding::element): the ports share out each of its vectors
// evenly.
void add_shared_payload(const Subject& on, const SiblingNames& names, VarId valid,
                        const ValidName& name, Finding& f) {
    const std::uint64_t count = handshakes(on, valid);
    const VarId last = names.partner(valid, name, "last");
    const VarId keep = keep_of(names, valid, name);
    const VarId data = data_of(names, valid, name);
    if (last != kNone && handshakes(on, last) == count)
        f.observe.emplace_back("last", on.text(last) + index_text(on, last, f.element));
    if (data != kNone) add_shared_data(on, data, valid, f);
    const std::uint32_t keep_width = keep == kNone ? 0 : share_width(on, keep, count);
    const std::string share = keep_width == 0 ? "" : share_text(on, keep, keep_width, f.element);
    if (share.empty()) return;
    add_keep(f, on.text(keep) + share, keep_width);
}

constexpr std::uint64_t kMostHandshakes = 64;  // in one vector

void try_handshake(const Subject& on, const SiblingNames& names, VarId valid, VarId ready,
                   const ValidName& name, const std::string& stem, std::int32_t element) {
    const std::string index = index_text(on, valid, element);
    std::string why = why_no_handshake(on, valid, ready, element);
    if (why.empty() && element == kNone && is_waiting_offer_refused(on, valid, ready))
        why = "an offer that waits is never taken: they start a time and tell that it is over";
    if (!why.empty())
        return reject_stream(on, valid, (stem.empty() ? on.module.var(valid).name : stem) + index,
                             why);
    Finding f = begin_stream(on, valid, ready, stem);
    f.name += index;
    f.element = element;
    f.observe = {{"valid", on.text(valid) + index},
                 {"ready", on.text(ready) + index_text(on, ready, element)}};
    if (name.letters == "t") f.stream().protocol = "axi_stream";
    if (element == kNone)
        add_payload(on, names, valid, name, f);
    else
        add_shared_payload(on, names, valid, name, f);
    const bool ports = on.module.var(valid).direction != Direction::none;
    f.confidence = ports ? 0.97 : 0.85;
    f.reason = fmt::format(
        "'{}' and '{}' are named as a handshake and {}", on.module.var(valid).name + index,
        on.module.var(ready).name + index_text(on, ready, element),
        ports ? "their ports point in opposite directions" : "are driven from different sides");
    if (element == kNone) add_block_net(on, names, valid, ready, f);
    take_stream(on, std::move(f), valid);
}

// The likeliest candidate that can be the other side: in `i_tready` the `i` may name the stream or
// the direction. If none can, the likeliest.
VarId ready_of(const Subject& on, const SiblingNames& names, VarId valid, const ValidName& name) {
    VarId first = kNone;
    const std::int32_t element = on.is_array(valid) || on.width(valid) > 1 ? 0 : kNone;
    for (const std::string& word : ready_words(name.word)) {
        for (const VarId ready : names.partners(valid, name, word)) {
            if (handshakes(on, ready) == handshakes(on, valid) &&
                why_no_handshake(on, valid, ready, element).empty())
                return ready;
            if (first == kNone) first = ready;
        }
    }
    return first;
}

void try_pair(const Subject& on, const SiblingNames& names, VarId valid, const ValidName& name) {
    const std::uint64_t count = handshakes(on, valid);
    const VarId ready = count == 0 ? kNone : ready_of(on, names, valid, name);
    if (ready == kNone) return;
    const std::string stem = name.spelled_like(on.module.var(valid).name).stem();
    if (count != handshakes(on, ready))
        return reject_stream(on, valid, stem, "the two sides are not equally many bits");
    if (count > kMostHandshakes)
        return reject_stream(on, valid, stem, "more bits than a vector of handshakes has");
    if (count == 1 && !on.is_array(valid))
        return try_handshake(on, names, valid, ready, name, stem, kNone);
    const std::string why = why_no_handshake(on, valid, ready, 0);
    bool all_same = true;
    for (std::int32_t i = 1; i < static_cast<std::int32_t>(count); ++i)
        all_same = all_same && why_no_handshake(on, valid, ready, i) == why;
    if (all_same && !why.empty()) return reject_stream(on, valid, stem, why);
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(count); ++i)
        try_handshake(on, names, valid, ready, name, stem, i);
}

}  // namespace

void find_handshakes(const Subject& on, const SiblingNames& names, VarId v) {
    if (const auto name = split_valid(in_lower_case(on.module.var(v).name)))
        try_pair(on, names, v, *name);
}

}  // namespace tapestry
