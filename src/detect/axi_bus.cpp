// SPDX-License-Identifier: Apache-2.0
#include "detect/axi_bus.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "detect/bus_transfers.h"

namespace tapestry {

namespace {

using Channels = std::map<std::string, std::size_t>;  // by letters, in Findings::taken

// "[2]" of a handshake that is one of many.
std::string index_of(const Subject& on, const Finding& f) {
    if (f.element == kNone) return {};
    return f.observe[0].second.substr(on.text(f.valid).size());
}

// The channels of each port, by its scope and the front of its names.
std::map<std::string, Channels> ports_of(const Subject& on) {
    std::map<std::string, Channels> ports;
    for (std::size_t i = 0; i < on.findings.taken.size(); ++i) {
        const Finding& f = on.findings.taken[i];
        if (f.module != on.id || !f.is(TapKind::stream) || f.valid == kNone) continue;
        const auto name = split_valid(in_lower_case(on.module.var(f.valid).name));
        if (name && !name->letters.empty() && name->letters != "t")
            ports[f.scope + "/" + name->prefix + index_of(on, f)][name->letters] = i;
    }
    return ports;
}

// "s_axi_" and "s_axi_[2]" are called s_axi and s_axi[2].
std::string name_of(const std::string& prefix) {
    const std::size_t bracket = std::min(prefix.find('['), prefix.size());
    std::string stem = prefix.substr(0, bracket);
    while (!stem.empty() && stem.back() == '_') stem.pop_back();
    return (stem.empty() ? "axi" : stem) + prefix.substr(bracket);
}

std::string accepted(const Finding& f) {
    return fmt::format("{} && {}", f.observed("valid"), f.observed("ready"));
}

// Verilator makes an assignment of a constant an initial one, which is no driver.
bool is_constant(const Subject& on, VarId v) {
    const auto& drivers = on.index.drivers(v);
    return on.module.var(v).direction == Direction::output && on.index.pins(v).empty() &&
           std::all_of(drivers.begin(), drivers.end(), [&](std::int32_t id) {
               const Assignment& a = on.index.assignment(id);
               return a.guards.empty() && on.module.expr(a.value).op == Op::constant;
           });
}

class AxiPort {
public:
    AxiPort(const Subject& on, const SiblingNames& names, const Channels& channels)
        : on_(on), names_(names), channels_(channels) {}

    bool reads() const { return channels_.contains("ar") && channels_.contains("r"); }
    bool writes() const {
        return channels_.contains("aw") && channels_.contains("w") && channels_.contains("b");
    }

    void mark_channels(const std::string& bus) const {
        const bool bursts = has_length("ar") || has_length("aw");
        for (const auto& [letters, at] : channels_) {
            Finding& f = on_.findings.taken[at];
            f.stream().protocol = bursts ? "axi4" : "axi_lite";
            f.stream().bus = {bus, direction_word(letters != "ar" && letters != "r"),
                              letters == "b"        ? "response"
                              : letters.size() == 2 ? "request"
                                                    : "data"};
            f.reason +=
                fmt::format("; channel {} of an {} port", letters, bursts ? "AXI4" : "AXI-Lite");
        }
    }

    void time(bool writes) const {
        const Finding& request = channel(writes ? "aw" : "ar");
        const Finding& answer = channel(writes ? "b" : "r");
        Transfers t;
        t.bus = request.bus().name;
        t.direction = direction_word(writes);
        t.protocol = request.protocol();
        t.request_net = request.valid;
        t.answer_net = answer.valid;
        t.element = request.element;
        t.scope = request.scope;
        t.place = request.place;
        t.clock = request.clock;
        t.begins = accepted(request);
        t.ends = accepted(answer);
        if (!writes && request.protocol() == "axi4") {
            const std::string last(answer.observed("last"));
            if (last.empty()) return;  // the end of a burst does not show
            t.ends += " && " + last;
        }
        const VarId id = signal(request, "id");
        t.reorders = id != kNone && signal(answer, "id") != kNone && !is_constant(on_, id);
        time_transfers(on_, t);
    }

private:
    const Finding& channel(const std::string& letters) const {
        return on_.findings.taken[channels_.at(letters)];
    }
    VarId signal(const Finding& f, const std::string& word) const {
        const auto name = split_valid(in_lower_case(on_.module.var(f.valid).name));
        return names_.partner(f.valid, *name, word);
    }
    bool has_length(const std::string& letters) const {
        return channels_.contains(letters) && signal(channel(letters), "len") != kNone;
    }

    const Subject& on_;
    const SiblingNames& names_;
    const Channels& channels_;
};

}  // namespace

void find_axi_buses(const Subject& on, const SiblingNames& names) {
    for (const auto& [key, channels] : ports_of(on)) {
        const AxiPort port(on, names, channels);
        if (!port.reads() && !port.writes()) continue;
        port.mark_channels(name_of(key.substr(key.find('/') + 1)));
        if (port.reads()) port.time(false);
        if (port.writes()) port.time(true);
    }
}

}  // namespace tapestry
