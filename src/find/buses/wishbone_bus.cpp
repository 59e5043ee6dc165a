// SPDX-License-Identifier: Apache-2.0
#include "find/buses/wishbone_bus.h"

#include <fmt/format.h>

#include "find/buses/bus_ports.h"
#include "find/buses/bus_transfers.h"

namespace tapestry {

namespace {

struct Wishbone {
    std::string name;
    VarId cyc = kNone, stb = kNone, ack = kNone, stall = kNone, we = kNone, sel = kNone;
    VarId read_data = kNone, write_data = kNone;
    std::string request;  // cyc && stb
    std::string answer;   // ack, err or rty
    FindingClock clock;
    SourcePlace place;

    bool pipelined() const { return stall != kNone; }
    const char* protocol() const { return pipelined() ? "wishbone_pipelined" : "wishbone"; }
};

// ack, err or rty: the signals that end a transaction.
std::string answer_text(const Subject& on, const BusPorts& ports, VarId ack) {
    std::string answer = on.text(ack);
    for (const char* word : {"err", "rty"}) {
        const VarId other = ports.find({word}, Side::against, 1);
        if (other != kNone) answer += " || " + on.text(other);
    }
    return answer == on.text(ack) ? answer : "(" + answer + ")";
}

// Nothing if the ports are not those of a Wishbone bus.
std::optional<Wishbone> bus_of(const Subject& on, const BusPorts& ports) {
    Wishbone w;
    w.cyc = ports.port();
    w.stb = ports.find({"stb"}, Side::with, 1);
    w.ack = ports.find({"ack"}, Side::against, 1);
    if (on.width(w.cyc) != 1 || w.stb == kNone || w.ack == kNone) return std::nullopt;
    w.name = ports.name("wishbone");
    w.we = ports.find({"we"}, Side::with, 1);
    w.sel = ports.find({"sel"}, Side::with, 0);
    w.stall = ports.find({"stall"}, Side::against, 1);
    w.read_data = ports.find({"dat", "data", "dat_r", "dat_miso"}, Side::against, 0);
    w.write_data = ports.find({"dat", "data", "dat_w", "dat_mosi"}, Side::with, 0);
    w.place = on.module.var(w.stb).place;
    w.request = on.text(w.cyc) + " && " + on.text(w.stb);
    w.answer = answer_text(on, ports, w.ack);
    return w;
}

std::string request_text(const Subject& on, const Wishbone& w, bool writes) {
    if (w.we == kNone) return w.request;
    return fmt::format("{} && {}{}", w.request, writes ? "" : "!", on.text(w.we));
}

void add_stream(const Subject& on, const Wishbone& w, bool writes) {
    Finding f = begin_bus_finding(on, StreamPart{.protocol = w.protocol()},
                                  {w.name, direction_word(writes), "request"});
    f.place = w.place;
    f.clock = w.clock;
    // Both directions share strobe and acknowledge, so the write enable identifies writes.
    f.valid = writes ? w.we : w.stb;
    f.ready = w.ack;
    const std::string request = request_text(on, w, writes);
    // A response to the other direction does not count.
    f.observe = {{"valid", request},
                 {"ready", w.pipelined() ? "!" + on.text(w.stall) : request + " && " + w.answer}};
    add_bytes(on, writes ? w.write_data : w.read_data, w.sel, f);
    f.confidence = 0.97;
    f.reason = fmt::format("'{}' and '{}' are ports of a Wishbone bus", on.module.var(w.stb).name,
                           on.module.var(w.ack).name);
    on.findings.taken.push_back(std::move(f));
}

Transfers transfers(const Subject& on, const Wishbone& w, const std::string& direction) {
    Transfers t;
    t.bus = w.name;
    t.direction = direction;
    t.protocol = w.protocol();
    t.request_net = w.stb;
    t.answer_net = w.ack;
    t.place = w.place;
    t.clock = w.clock;
    // A falling `cyc` aborts the transaction.
    t.clock.reset_text = w.clock.reset_text.empty()
                             ? "!" + on.text(w.cyc)
                             : fmt::format("({}) || !{}", w.clock.reset_text, on.text(w.cyc));
    return t;
}

void time_single(const Subject& on, const Wishbone& w, bool writes) {
    Transfers t = transfers(on, w, direction_word(writes));
    if (writes) t.request_net = w.we;
    t.begins = request_text(on, w, writes);
    t.ends = t.begins + " && " + w.answer;
    time_single_transfers(on, t);
}

// A response does not show its direction.
void time_pipelined(const Subject& on, const Wishbone& w) {
    Transfers t = transfers(on, w, "both");
    t.begins = w.request + " && !" + on.text(w.stall);
    t.ends = w.answer;
    time_transfers(on, t);
}

void take_wishbone(const Subject& on, const Wishbone& w) {
    for (const bool writes : {false, true}) {
        if (writes && w.we == kNone) continue;
        add_stream(on, w, writes);
        if (!w.pipelined()) time_single(on, w, writes);
    }
    if (w.pipelined()) time_pipelined(on, w);
}

}  // namespace

void find_wishbone_bus(const Subject& on, const SiblingNames& names, VarId v) {
    const Var& cyc = on.module.var(v);
    const auto name = split_at(in_lower_case(cyc.name), "cyc");
    auto bus = name ? bus_of(on, BusPorts(on, names, v, *name)) : std::nullopt;
    if (!bus) return;
    if (bus->we == kNone && bus->read_data == kNone)
        return on.reject(TapKind::stream, v, bus->name,
                         "neither 'we' nor data that is read tells its direction");
    const bool is_slave = cyc.direction == Direction::input;
    const auto clock =
        is_slave ? clock_of_bus(on, bus->ack, bus->stb) : clock_of_bus(on, bus->stb, bus->ack);
    if (!clock) return on.reject(TapKind::stream, v, bus->name, "no clock is found for it");
    bus->clock = *clock;
    take_wishbone(on, *bus);
}

}  // namespace tapestry
