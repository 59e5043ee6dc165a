// SPDX-License-Identifier: Apache-2.0
#include "find/buses/bus_transfers.h"

#include <fmt/format.h>

#include <utility>

#include "find/streams/stream_finding.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kOutstandingBins = 32;  // most memory ports support no more

Finding timing(const Subject& on, KindPart own, const Transfers& t, const std::string& part) {
    Finding f = begin_bus_finding(on, std::move(own), {t.bus, t.direction, part});
    f.name += f.is(TapKind::call) ? "_latency" : "_outstanding";
    f.scope = t.scope;
    f.place = t.place;
    f.clock = t.clock;
    f.valid = t.request_net;
    f.ready = t.answer_net;
    f.element = t.element;
    f.valid_bit = t.request_bit;
    f.ready_bit = t.answer_bit;
    f.confidence = 0.97;
    f.reason = fmt::format("the {} transfers of the bus '{}'", t.direction, t.bus);
    return f;
}

void add_call(const Subject& on, const Transfers& t, const std::string& part) {
    Finding f = timing(on, CallPart{t.protocol, {}}, t, part);
    f.find_bus()->reorders = t.reorders;
    // An accepted request is no longer offered; with one at a time it is accepted when it ends.
    f.observe = {
        {"start", t.begins}, {"ready", part == "single" ? t.ends : "1'b1"}, {"done", t.ends}};
    on.findings.taken.push_back(std::move(f));
}

void add_queue(const Subject& on, const Transfers& t) {
    Finding f = timing(on, QueuePart{.bus = {}, .ends = {}, .depth = 0, .bins = kOutstandingBins},
                       t, "outstanding");
    f.observe = {{"push", t.begins}, {"full", "1'b0"}, {"pop", t.ends}, {"empty", "1'b0"}};
    on.findings.taken.push_back(std::move(f));
}

}  // namespace

std::string accepted(const Finding& channel) {
    return fmt::format("{} && {}", channel.observed("valid"), channel.observed("ready"));
}

Transfers transfers_between(const Finding& request, const Finding& answer) {
    Transfers t;
    t.protocol = request.protocol();
    t.request_net = request.valid;
    t.answer_net = answer.valid;
    t.element = request.element;
    t.request_bit = request.valid_bit;
    t.answer_bit = answer.valid_bit;
    t.scope = request.scope;
    t.place = request.place;
    t.clock = request.clock;
    t.begins = accepted(request);
    t.ends = accepted(answer);
    return t;
}

std::string direction_word(bool writes) { return writes ? "write" : "read"; }

Finding begin_bus_finding(const Subject& on, KindPart own, const BusRole& bus) {
    Finding f;
    f.own = std::move(own);
    *f.find_bus() = bus;
    f.module = on.id;
    f.name = bus.name + "_" + bus.direction;
    return f;
}

void add_bytes(const Subject& on, VarId data, VarId enables, Finding& f) {
    if (data == kNone) return;
    add_data(f, on.text(data), on.width(data));
    if (enables == kNone || on.width(enables) == 0) return;
    add_keep(f, on.text(enables), on.width(enables));
}

void time_single_transfers(const Subject& on, const Transfers& t) { add_call(on, t, "single"); }

void time_transfers(const Subject& on, const Transfers& t) {
    add_call(on, t, "latency");
    add_queue(on, t);
}

}  // namespace tapestry
