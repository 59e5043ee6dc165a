// SPDX-License-Identifier: Apache-2.0
#include "find/buses/axi_bus.h"

#include <fmt/format.h>

#include <algorithm>

#include "find/buses/bus_transfers.h"
#include "find/logic/leaves.h"

namespace tapestry {

namespace {

// "[2]" for one handshake of a vector.
std::string index_of(const Subject& on, const Finding& f) {
    if (f.element == kNone) return {};
    return f.observe[0].second.substr(on.text(f.valid).size());
}

// "s_axi_" and "s_axi_[2]" are called s_axi and s_axi[2].
std::string name_of(const std::string& prefix) {
    const std::size_t bracket = std::min(prefix.find('['), prefix.size());
    std::string stem = prefix.substr(0, bracket);
    while (!stem.empty() && stem.back() == '_') stem.pop_back();
    return (stem.empty() ? "axi" : stem) + prefix.substr(bracket);
}

// Verilator turns the assignment of a constant into an initial one, which is not a driver.
bool is_constant(const Subject& on, VarId v) {
    const auto& drivers = on.index.drivers(v);
    return on.module.var(v).direction == Direction::output && on.index.pins(v).empty() &&
           std::all_of(drivers.begin(), drivers.end(), [&](AssignmentId id) {
               const Assignment& a = on.index.assignment(id);
               return a.guards.empty() && on.module.expr(a.value).op == Op::constant;
           });
}

AxiChannel channel_of(const Subject& on, const SiblingNames& names, const ValidName& name,
                      std::size_t at) {
    const VarId valid = on.findings.taken[at].valid;
    const VarId id = names.partner(valid, name, "id");
    const VarId atop = names.partner(valid, name, "atop");
    AxiChannel channel;
    channel.at = at;
    channel.has_length = names.partner(valid, name, "len") != kNone;
    // Only requests count: a response carries the ID of its request.
    const bool asks = name.letters == "aw" || name.letters == "ar";
    channel.has_identifier = id != kNone && !(asks && is_constant(on, id));
    if (atop != kNone && on.width(atop) > kAtomicReads && !is_constant(on, atop))
        channel.atomic_read = on.text(atop) + text_of_bit(on.design, on.module.var(atop).type,
                                                          Bit{atop, 0, kAtomicReads})
                                                  .value_or("");
    return channel;
}

// The channels of each port, by its scope and name prefix.
std::map<std::string, AxiChannels> axi_ports_of(const Subject& on, const SiblingNames& names) {
    std::map<std::string, AxiChannels> ports;
    for (std::size_t i = 0; i < on.findings.taken.size(); ++i) {
        const Finding& f = on.findings.taken[i];
        if (f.module != on.id || !f.is(TapKind::stream) || f.valid == kNone) continue;
        if (!f.bus().name.empty()) continue;  // found in structs
        const auto name = split_valid(in_lower_case(on.module.var(f.valid).name));
        if (name && !name->letters.empty() && name->letters != "t")
            ports[f.scope + "/" + name->prefix + index_of(on, f)][name->letters] =
                channel_of(on, names, *name, i);
    }
    return ports;
}

class AxiPort {
public:
    AxiPort(const Subject& on, const std::string& name, const AxiChannels& channels)
        : on_(on), name_(name), channels_(channels) {}

    bool reads() const { return channels_.contains("ar") && channels_.contains("r"); }
    bool writes() const {
        return channels_.contains("aw") && channels_.contains("w") && channels_.contains("b");
    }

    void mark_channels() const {
        const bool bursts = has_length("ar") || has_length("aw");
        for (const auto& [letters, channel] : channels_) {
            Finding& f = on_.findings.taken[channel.at];
            f.stream().protocol = bursts ? "axi4" : "axi_lite";
            f.stream().bus = {name_, direction_word(letters != "ar" && letters != "r"),
                              letters == "b"        ? "response"
                              : letters.size() == 2 ? "request"
                                                    : "data"};
            f.reason +=
                fmt::format("; channel {} of an {} port", letters, bursts ? "AXI4" : "AXI-Lite");
        }
    }

    void time(bool writes) const {
        const AxiChannel& request = channels_.at(writes ? "aw" : "ar");
        const AxiChannel& answer = channels_.at(writes ? "b" : "r");
        Transfers t = transfers_between(finding(request), finding(answer));
        t.bus = name_;
        t.direction = direction_word(writes);
        if (!writes && t.protocol == "axi4") {
            const std::string last(finding(answer).observed("last"));
            if (last.empty()) return;  // the end of a burst is not visible
            t.ends += " && " + last;
        }
        if (!writes) add_atomic_reads(t);
        t.reorders = request.has_identifier && answer.has_identifier;
        time_transfers(on_, t);
    }

private:
    const Finding& finding(const AxiChannel& channel) const {
        return on_.findings.taken[channel.at];
    }
    bool has_length(const std::string& letters) const {
        return channels_.contains(letters) && channels_.at(letters).has_length;
    }
    // An atomic operation with a result is answered on both B and R.
    void add_atomic_reads(Transfers& t) const {
        const auto aw = channels_.find("aw");
        if (aw == channels_.end() || aw->second.atomic_read.empty()) return;
        t.begins = fmt::format("({}) || ({} && {})", t.begins, accepted(finding(aw->second)),
                               aw->second.atomic_read);
    }

    const Subject& on_;
    const std::string& name_;
    const AxiChannels& channels_;
};

}  // namespace

void take_axi_bus(const Subject& on, const std::string& name, const AxiChannels& channels) {
    const AxiPort port(on, name, channels);
    if (!port.reads() && !port.writes()) return;
    port.mark_channels();
    if (port.reads()) port.time(false);
    if (port.writes()) port.time(true);
}

void find_axi_buses(const Subject& on, const SiblingNames& names) {
    for (const auto& [key, channels] : axi_ports_of(on, names))
        take_axi_bus(on, name_of(key.substr(key.find('/') + 1)), channels);
}

}  // namespace tapestry
