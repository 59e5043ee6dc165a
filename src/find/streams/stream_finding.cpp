// SPDX-License-Identifier: Apache-2.0
#include "find/streams/stream_finding.h"

#include <optional>

namespace tapestry {

Finding begin_stream(const Subject& on, VarId valid, VarId ready, const std::string& stem) {
    Finding f;
    f.own = StreamPart{.protocol = "valid_ready"};
    f.module = on.id;
    f.scope = on.module.var(valid).scope;
    f.name = stem;
    if (f.name.empty()) f.name = on.module.var(valid).direction == Direction::output ? "out" : "in";
    f.place = on.module.var(valid).place;
    f.valid = valid;
    f.ready = ready;
    f.observe = {{"valid", on.text(valid)}, {"ready", on.text(ready)}};
    return f;
}

void add_data(Finding& f, const std::string& text, std::uint32_t bits) {
    f.stream().data = text;
    f.stream().bytes_per_beat = bytes_of_bits(bits);
}

void add_keep(Finding& f, const std::string& text, std::uint32_t bits) {
    f.observe.emplace_back("keep", text);
    f.stream().keep_width = bits;
    f.stream().bytes_per_keep = bytes_of_keep_bit(f.stream().bytes_per_beat, bits);
}

void take_stream(const Subject& on, Finding f, VarId anchor) {
    std::optional<FindingClock> clock = on.clocking.of_bit(on.id, valid_net(on.design, f));
    if (!clock) clock = on.clocking.of_bit(on.id, ready_net(on.design, f));
    clock = on.clocking.completed(on.id, clock);
    if (!clock) return reject_stream(on, anchor, f.name, "no clock is found for it");
    f.clock = *clock;
    on.findings.taken.push_back(std::move(f));
}

void reject_stream(const Subject& on, VarId var, const std::string& name, const std::string& why) {
    on.reject(TapKind::stream, var, name.empty() ? on.module.var(var).name : name, why);
}

}  // namespace tapestry
