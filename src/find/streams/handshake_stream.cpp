// SPDX-License-Identifier: Apache-2.0
#include "find/streams/handshake_stream.h"

#include <fmt/format.h>

#include "find/streams/handshake_payload.h"
#include "find/streams/handshake_sides.h"
#include "find/streams/handshake_vector.h"
#include "find/streams/hls_stream.h"
#include "find/streams/stream_finding.h"
#include "find/streams/waiting_offer.h"

namespace tapestry {

namespace {

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
