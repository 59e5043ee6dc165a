// SPDX-License-Identifier: Apache-2.0
#include "detect/bus_transfers.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::uint64_t kOutstandingBins = 32;  // as many as the ports of most memories take

Finding timing(const Subject& on, TapKind kind, const Transfers& t, const std::string& part) {
    Finding f = begin_bus_finding(on, kind, t.bus, t.direction, part);
    f.name += kind == TapKind::call ? "_latency" : "_outstanding";
    f.protocol = t.protocol;
    f.scope = t.scope;
    f.place = t.place;
    f.clock = t.clock;
    f.valid = t.request_net;
    f.ready = t.answer_net;
    f.element = t.element;
    f.confidence = 0.97;
    f.reorders = t.reorders;
    f.reason = fmt::format("the {} transfers of the bus '{}'", t.direction, t.bus);
    return f;
}

void add_call(const Subject& on, const Transfers& t, const std::string& part) {
    Finding f = timing(on, TapKind::call, t, part);
    // A request that is taken is on offer no longer; one at a time is taken when it ends.
    f.observe = {
        {"start", t.begins}, {"ready", part == "single" ? t.ends : "1'b1"}, {"done", t.ends}};
    on.findings.taken.push_back(std::move(f));
}

void add_queue(const Subject& on, const Transfers& t) {
    Finding f = timing(on, TapKind::queue, t, "outstanding");
    f.bins = kOutstandingBins;
    f.reorders = false;
    f.observe = {{"push", t.begins}, {"full", "1'b0"}, {"pop", t.ends}, {"empty", "1'b0"}};
    on.findings.taken.push_back(std::move(f));
}

}  // namespace

std::string direction_word(bool writes) { return writes ? "write" : "read"; }

Finding begin_bus_finding(const Subject& on, TapKind kind, const std::string& bus,
                          const std::string& direction, const std::string& part) {
    Finding f;
    f.kind = kind;
    f.module = on.id;
    f.name = bus + "_" + direction;
    f.bus = bus;
    f.direction = direction;
    f.part = part;
    return f;
}

std::uint64_t bytes_of_net(const Subject& on, VarId data) {
    return data == kNone ? 0 : (on.width(data) + 7) / 8;
}

void add_bytes(const Subject& on, VarId data, VarId enables, Finding& f) {
    f.bytes_per_beat = bytes_of_net(on, data);
    if (data == kNone || enables == kNone || on.width(enables) == 0) return;
    f.observe.emplace_back("keep", on.text(enables));
    f.width = on.width(enables);
    f.bytes_per_keep = std::max<std::uint64_t>(1, f.bytes_per_beat / f.width);
}

void time_single_transfers(const Subject& on, const Transfers& t) { add_call(on, t, "single"); }

void time_transfers(const Subject& on, const Transfers& t) {
    add_call(on, t, "latency");
    add_queue(on, t);
}

}  // namespace tapestry
