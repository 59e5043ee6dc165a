// SPDX-License-Identifier: Apache-2.0
#include "find/buses/avalon_bus.h"

#include <fmt/format.h>

#include "find/buses/bus_ports.h"
#include "find/buses/bus_transfers.h"

namespace tapestry {

namespace {

// One direction of a port.
struct Avalon {
    std::string bus;
    bool writes = false;
    bool bursts = false;
    VarId waitrequest = kNone;
    VarId request = kNone;  // read or write
    VarId valid = kNone;    // readdatavalid
    VarId data = kNone;
    VarId enables = kNone;
    FindingClock clock;

    // Read data announced by readdatavalid arrives independently of the request, in several beats
    // for a burst.
    bool answers_later() const { return !writes && valid != kNone; }
    bool beats_apart() const { return answers_later() && bursts; }
};

Avalon direction_of(const BusPorts& ports, VarId request, bool writes) {
    Avalon a;
    a.bus = ports.name("avalon");
    a.writes = writes;
    a.bursts = ports.find({"burstcount"}, Side::against, 0) != kNone;
    a.waitrequest = ports.port();
    a.request = request;
    a.valid = ports.find({"readdatavalid"}, Side::with, 1);
    a.data = writes ? ports.find({"writedata"}, Side::against, 0)
                    : ports.find({"readdata"}, Side::with, 0);
    a.enables = ports.find({"byteenable"}, Side::against, 0);
    return a;
}

Finding request_stream(const Subject& on, const Avalon& a) {
    Finding f = begin_bus_finding(
        on, StreamPart{.protocol = "avalon_mm"},
        {a.bus, direction_word(a.writes), a.writes && a.bursts ? "data" : "request"});
    f.place = on.module.var(a.request).place;
    f.clock = a.clock;
    f.valid = a.request;
    f.ready = a.waitrequest;
    f.observe = {{"valid", on.text(a.request)}, {"ready", "!" + on.text(a.waitrequest)}};
    if (!a.beats_apart()) add_bytes(on, a.data, a.enables, f);
    f.confidence = 0.97;
    f.reason = fmt::format("'{}' and '{}' are ports of an Avalon bus",
                           on.module.var(a.request).name, on.module.var(a.waitrequest).name);
    return f;
}

// Read data cannot be back-pressured.
Finding beats_stream(const Subject& on, const Avalon& a, const Finding& request) {
    Finding f = request;
    f.name = a.bus + "_readdata";
    f.stream().bus.part = "data";
    f.place = on.module.var(a.valid).place;
    f.valid = f.ready = a.valid;
    f.observe = {{"valid", on.text(a.valid)}, {"ready", "1'b1"}};
    add_bytes(on, a.data, kNone, f);
    f.reason =
        fmt::format("'{}' says when data of an Avalon bus comes", on.module.var(a.valid).name);
    return f;
}

void time(const Subject& on, const Avalon& a) {
    Transfers t;
    t.bus = a.bus;
    t.direction = direction_word(a.writes);
    t.protocol = "avalon_mm";
    t.request_net = a.request;
    t.answer_net = a.answers_later() ? a.valid : a.waitrequest;
    t.place = on.module.var(a.request).place;
    t.clock = a.clock;
    const std::string taken = on.text(a.request) + " && !" + on.text(a.waitrequest);
    t.begins = a.answers_later() ? taken : on.text(a.request);
    t.ends = a.answers_later() ? on.text(a.valid) : taken;
    if (a.answers_later())
        time_transfers(on, t);
    else
        time_single_transfers(on, t);
}

void take_avalon(const Subject& on, const Avalon& a) {
    const Finding request = request_stream(on, a);
    on.findings.taken.push_back(request);
    if (a.beats_apart()) on.findings.taken.push_back(beats_stream(on, a, request));
    if (!a.bursts) time(on, a);
}

}  // namespace

void find_avalon_bus(const Subject& on, const SiblingNames& names, VarId v) {
    const auto name = split_at(in_lower_case(on.module.var(v).name), "waitrequest");
    if (!name || on.width(v) != 1) return;
    const BusPorts ports(on, names, v, *name);
    if (ports.find({"address"}, Side::against, 0) == kNone) return;
    const VarId read = ports.find({"read"}, Side::against, 1);
    const VarId write = ports.find({"write"}, Side::against, 1);
    if (read == kNone && write == kNone)
        return on.reject(TapKind::stream, v, ports.name("avalon"),
                         "neither 'read' nor 'write' is a port beside it");
    for (const VarId request : {read, write}) {
        if (request == kNone) continue;
        Avalon a = direction_of(ports, request, request == write);
        const bool is_master = on.module.var(request).direction == Direction::output;
        const auto clock = is_master ? clock_of_bus(on, request, v) : clock_of_bus(on, v, request);
        if (!clock) return on.reject(TapKind::stream, v, a.bus, "no clock is found for it");
        a.clock = *clock;
        take_avalon(on, a);
    }
}

}  // namespace tapestry
