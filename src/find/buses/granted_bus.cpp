// SPDX-License-Identifier: Apache-2.0
#include "find/buses/granted_bus.h"

#include <fmt/format.h>

#include <algorithm>

#include "find/buses/bus_ports.h"
#include "find/buses/bus_transfers.h"

namespace tapestry {

namespace {

// One direction of requests.
struct Requests {
    bool writes = false;
    VarId net = kNone;  // distinguishes it from the other direction
    std::string text;   // active while such a request is offered
    VarId data = kNone;
    VarId enables = kNone;
};

struct Granted {
    const char* protocol = "";
    std::string name;
    VarId request = kNone;
    VarId grant = kNone;
    VarId answer = kNone;
    std::vector<Requests> requests;
    FindingClock clock;
};

// Ports of OBI, from `req`.
std::optional<Granted> obi_of(const Subject& on, const BusPorts& ports) {
    Granted g;
    g.protocol = "obi";
    g.request = ports.port();
    g.grant = ports.find({"gnt"}, Side::against, 1);
    g.answer = ports.find({"rvalid"}, Side::against, 1);
    const VarId address = ports.find({"addr"}, Side::with, 0);
    if (g.grant == kNone || g.answer == kNone || address == kNone) return std::nullopt;
    g.name = ports.name("obi");
    const VarId we = ports.find({"we"}, Side::with, 1);
    const VarId enables = ports.find({"be"}, Side::with, 0);
    const std::string request = on.text(g.request);
    const std::string reads =
        we == kNone ? request : fmt::format("{} && !{}", request, on.text(we));
    g.requests.push_back(
        {false, g.request, reads, ports.find({"rdata"}, Side::against, 0), enables});
    if (we != kNone)
        g.requests.push_back({true, we, fmt::format("{} && {}", request, on.text(we)),
                              ports.find({"wdata"}, Side::with, 0), enables});
    return g;
}

// A memory port, from `accept`. `wr` may have a bit for each byte.
std::optional<Granted> accepted_of(const Subject& on, const BusPorts& ports) {
    Granted g;
    g.protocol = "accept_ack";
    g.grant = ports.port();
    g.answer = ports.find({"ack", "valid"}, Side::with, 1);
    const VarId address = ports.find({"addr", "pc"}, Side::against, 0);
    const VarId read = ports.find({"rd"}, Side::against, 1);
    const VarId write = ports.find({"wr"}, Side::against, 0);
    if (g.answer == kNone || address == kNone || read == kNone) return std::nullopt;
    g.name = ports.name("memory");
    g.request = read;
    g.requests.push_back({false, read, on.text(read),
                          ports.find({"data_rd", "read_data", "inst"}, Side::with, 0), kNone});
    if (write == kNone) return g;
    const bool by_byte = on.width(write) > 1;
    g.requests.push_back({true, write, by_byte ? "|" + on.text(write) : on.text(write),
                          ports.find({"data_wr", "write_data"}, Side::against, 0),
                          by_byte ? write : kNone});
    return g;
}

class GrantedBus {
public:
    GrantedBus(const Subject& on, const Granted& bus) : on_(on), bus_(bus) {}

    void take() const {
        forget_stream();
        for (const Requests& r : bus_.requests) take_requests(r);
        time();
    }

private:
    // A stream found by the names of request and grant is this bus, of which it is a half.
    void forget_stream() const {
        std::erase_if(on_.findings.taken, [&](const Finding& f) {
            return f.module == on_.id && f.is(TapKind::stream) && f.ready == bus_.grant &&
                   std::any_of(bus_.requests.begin(), bus_.requests.end(),
                               [&](const Requests& r) { return f.valid == r.net; });
        });
    }

    void take_requests(const Requests& r) const {
        Finding f = begin_bus_finding(on_, StreamPart{.protocol = bus_.protocol},
                                      {bus_.name, direction_word(r.writes), "request"});
        f.place = on_.module.var(bus_.request).place;
        f.clock = bus_.clock;
        f.valid = r.net;
        f.ready = bus_.grant;
        f.observe = {{"valid", r.text}, {"ready", on_.text(bus_.grant)}};
        add_bytes(on_, r.data, r.enables, f);
        f.confidence = 0.97;
        f.reason =
            fmt::format("'{}', '{}' and '{}' are ports of a bus", on_.module.var(bus_.request).name,
                        on_.module.var(bus_.grant).name, on_.module.var(bus_.answer).name);
        on_.findings.taken.push_back(std::move(f));
    }

    // A response does not show its direction.
    void time() const {
        Transfers t;
        t.bus = bus_.name;
        t.direction = bus_.requests.size() == 1 ? "read" : "both";
        t.protocol = bus_.protocol;
        t.request_net = bus_.request;
        t.answer_net = bus_.answer;
        t.place = on_.module.var(bus_.request).place;
        t.clock = bus_.clock;
        std::string any;
        if (std::string_view(bus_.protocol) == "obi")
            any = on_.text(bus_.request);
        else
            for (const Requests& r : bus_.requests) any += (any.empty() ? "" : " || ") + r.text;
        const std::string request = bus_.requests.size() == 1 ? any : "(" + any + ")";
        t.begins = request + " && " + on_.text(bus_.grant);
        t.ends = on_.text(bus_.answer);
        time_transfers(on_, t);
    }

    const Subject& on_;
    const Granted& bus_;
};

std::optional<Granted> bus_at(const Subject& on, const SiblingNames& names, VarId v) {
    if (on.is_array(v) || on.width(v) != 1) return std::nullopt;
    const std::string lower = in_lower_case(on.module.var(v).name);
    if (const auto name = split_at(lower, "req")) return obi_of(on, BusPorts(on, names, v, *name));
    if (const auto name = split_at(lower, "accept"))
        return accepted_of(on, BusPorts(on, names, v, *name));
    return std::nullopt;
}

}  // namespace

void find_granted_bus(const Subject& on, const SiblingNames& names, VarId v) {
    auto bus = bus_at(on, names, v);
    if (!bus) return;
    const bool is_master = on.module.var(bus->request).direction == Direction::output;
    const auto clock = is_master ? clock_of_bus(on, bus->request, bus->grant)
                                 : clock_of_bus(on, bus->answer, bus->grant);
    if (!clock) return on.reject(TapKind::stream, v, bus->name, "no clock is found for it");
    bus->clock = *clock;
    GrantedBus(on, *bus).take();
}

}  // namespace tapestry
