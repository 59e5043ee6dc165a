// SPDX-License-Identifier: Apache-2.0
#include "find/buses/record_channels.h"

#include <fmt/format.h>

#include "find/streams/handshake_sides.h"
#include "find/streams/stream_finding.h"
#include "model/handshake_names.h"

namespace tapestry {

namespace {

// The name of a struct without its direction words, in its original case.
std::string written_stem(const std::string& name) {
    const std::string lower = in_lower_case(name);
    const std::string stem = record_stem(lower);
    return stem.empty() ? "" : name.substr(lower.find(stem), stem.size());
}

}  // namespace

RecordBus::RecordBus(const Subject& on, const RecordPair& pair, const std::string& fallback)
    : on_(on), stem_(written_stem(on.module.var(pair.asks.var).name)), index_(pair.asks.at.text) {
    if (stem_.empty()) stem_ = fallback;
}

Finding RecordBus::channel(const Member& valid, const Member& ready,
                           const std::string& suffix) const {
    Finding f =
        begin_stream(on_, valid.bit.var, ready.bit.var, fmt::format("{}_{}", stem_, suffix));
    f.name += index_;
    f.valid_bit = valid.bit;
    f.ready_bit = ready.bit;
    f.observe = {{"valid", valid.text}, {"ready", ready.text}};
    f.confidence = 0.97;
    f.reason = fmt::format("'{}' and '{}' are members of records that run against each other",
                           valid.text, ready.text);
    return f;
}

bool RecordBus::take(Finding f) const {
    const VarId anchor = f.valid;
    const std::string why = why_no_handshake(on_, *f.valid_bit, *f.ready_bit);
    if (!why.empty()) {
        reject_stream(on_, anchor, f.name, why);
        return false;
    }
    const std::size_t before = on_.findings.taken.size();
    take_stream(on_, std::move(f), anchor);
    return on_.findings.taken.size() > before;
}

Transfers RecordBus::transfers(const std::string& direction, const Finding& begins,
                               const Finding& ends) const {
    Transfers t = transfers_between(begins, ends);
    t.bus = name();
    t.direction = direction;
    return t;
}

void add_bytes(const std::optional<Member>& data, const std::optional<Member>& enables,
               Finding& f) {
    if (!data) return;
    add_data(f, data->text, data->width);
    if (enables) add_keep(f, enables->text, enables->width);
}

}  // namespace tapestry
