// SPDX-License-Identifier: Apache-2.0
#include "tool/scan_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace tapestry {

namespace {

using Json = nlohmann::ordered_json;

std::string source_of(const Design& design, const SourcePlace& place) {
    return place.file == kNone
               ? ""
               : fmt::format("{}:{}", design.files[static_cast<std::size_t>(place.file)],
                             place.line);
}

// Rejections once for each source text, however many parameterisations and generate copies it has.
std::vector<const Rejection*> distinct(const Scanned& scanned) {
    std::set<std::string> known;
    std::vector<const Rejection*> out;
    for (const Rejection& r : scanned.findings.rejected) {
        const Module& module = scanned.design.modules[static_cast<std::size_t>(r.module)];
        if (known
                .insert(fmt::format("{}/{}/{}/{}", module.source_name, r.scope, r.name,
                                    to_word(r.kind)))
                .second)
            out.push_back(&r);
    }
    return out;
}

std::string rejected_name(const Scanned& scanned, const Rejection& r) {
    std::string name = scanned.design.modules[static_cast<std::size_t>(r.module)].source_name;
    if (!r.scope.empty()) name += "." + r.scope;
    if (!r.name.empty()) name += "." + r.name;
    return name;
}

// Buses with their taps: the streams that are their channels, and what times their transfers.
std::map<std::string, std::vector<const Tap*>> buses_of(const TapMap& map) {
    std::map<std::string, std::vector<const Tap*>> buses;
    for (const Tap& tap : map.taps) {
        if (!tap.bus().name.empty()) buses[tap.bus().name].push_back(&tap);
    }
    return buses;
}

// "5 channels, latency of read, write"
std::string parts_of(const std::vector<const Tap*>& taps) {
    const auto channels =
        std::count_if(taps.begin(), taps.end(), [](const Tap* tap) { return !tap->times_a_bus(); });
    std::string text = fmt::format("{} channel{}", channels, channels == 1 ? "" : "s");
    const char* separator = ", latency of ";
    for (const Tap* tap : taps) {
        if (tap->kind() != TapKind::call) continue;
        text += separator + tap->bus().direction;
        separator = ", ";
    }
    return text;
}

std::string detail_of(const Tap& tap) {
    switch (tap.kind()) {
        case TapKind::fsm: {
            std::string names;
            for (std::size_t i = 0; i < tap.states().size() && i < 6; ++i)
                names += (i ? " " : "") + tap.states()[i].name;
            if (tap.states().size() > 6) names += fmt::format(" … {} in all", tap.states().size());
            return names;
        }
        case TapKind::stream:
            return tap.stream().protocol +
                   (tap.stream().bytes_per_beat
                        ? fmt::format(", {} byte{} a beat", tap.stream().bytes_per_beat,
                                      tap.stream().bytes_per_beat == 1 ? "" : "s")
                        : "");
        case TapKind::queue:
            return tap.queue().depth ? fmt::format("depth {}", tap.queue().depth)
                                     : "depth not known";
        case TapKind::call:
            return std::string(tap.protocol());
        default:
            return tap.observe.empty() ? "" : tap.observe.back().second;
    }
}

}  // namespace

std::string scan_text(const Scanned& scanned, bool with_rejected) {
    const TapMap& map = scanned.plan.map;
    std::map<TapKind, int> counts;
    for (const Tap& tap : map.taps) {
        if (!tap.times_a_bus()) ++counts[tap.kind()];
    }
    std::string out = fmt::format("{}: {} taps at {} places in the source\n", map.top,
                                  map.taps.size(), scanned.plan.sites.size());
    for (const auto& [kind, count] : counts) {
        out += fmt::format("\n{} ({})\n", to_word(kind), count);
        for (const Tap& tap : map.taps) {
            if (tap.kind() == kind && !tap.times_a_bus())
                out += fmt::format("  {:<40} {:<28} {:>4.0f} %  {}\n", tap.path, tap.source,
                                   tap.confidence * 100, detail_of(tap));
        }
    }
    const auto buses = buses_of(map);
    if (!buses.empty()) out += fmt::format("\nbus ({})\n", buses.size());
    for (const auto& [path, taps] : buses)
        out += fmt::format("  {:<40} {:<28}         {}, {}\n", path, taps.front()->source,
                           taps.front()->protocol(), parts_of(taps));
    const std::vector<const Rejection*> rejected = distinct(scanned);
    if (!with_rejected) {
        out +=
            fmt::format("\n{} candidates were rejected; --rejected lists them with the reason.\n",
                        rejected.size());
        return out;
    }
    out += fmt::format("\nrejected ({})\n", rejected.size());
    for (const Rejection* r : rejected)
        out += fmt::format("  {:<40} {:<7} {}\n", rejected_name(scanned, *r), to_word(r->kind),
                           r->reason);
    return out;
}

std::string scan_json(const Scanned& scanned) {
    Json out;
    out["schema"] = "tapestry.scan/1";
    out["top"] = scanned.plan.map.top;
    out["findings"] = Json::array();
    for (const Tap& tap : scanned.plan.map.taps) {
        if (tap.times_a_bus()) continue;  // below, with the bus
        Json finding = {
            {"kind", to_word(tap.kind())}, {"path", tap.path},     {"name", tap.name},
            {"module", tap.module},        {"source", tap.source}, {"confidence", tap.confidence},
            {"reason", tap.reason}};
        if (tap.clock >= 0)
            finding["clock"] = scanned.plan.map.clocks[static_cast<std::size_t>(tap.clock)].path;
        for (const auto& [port, text] : tap.observe) finding["observe"][port] = text;
        for (const TapState& state : tap.states())
            finding["states"].push_back(
                {{"name", state.name}, {"code", state.code}, {"source", state.source}});
        if (!tap.protocol().empty()) finding["protocol"] = tap.protocol();
        if (!tap.bus().name.empty()) finding["bus"] = tap.bus().name;
        if (tap.kind() == TapKind::queue) finding["depth"] = tap.queue().depth;
        if (tap.kind() == TapKind::stream || tap.kind() == TapKind::queue) {
            finding["producer"] = tap.ends().producer;
            finding["consumer"] = tap.ends().consumer;
        }
        out["findings"].push_back(std::move(finding));
    }
    for (const auto& [path, channels] : buses_of(scanned.plan.map)) {
        out["findings"].push_back(
            {{"kind", "bus"},
             {"path", path},
             {"protocol", channels.front()->protocol()},
             {"source", channels.front()->source},
             {"confidence", channels.front()->confidence},
             {"reason", "its ports are named and directed as those of a bus"}});
        for (const Tap* tap : channels)
            out["findings"].back()[tap->times_a_bus() ? "timed_by" : "channels"].push_back(
                tap->path);
    }
    out["rejected"] = Json::array();
    for (const Rejection* r : distinct(scanned)) {
        out["rejected"].push_back({{"kind", to_word(r->kind)},
                                   {"name", rejected_name(scanned, *r)},
                                   {"source", source_of(scanned.design, r->place)},
                                   {"reason", r->reason}});
    }
    out["graph"] = Json::array();
    for (const GraphEdge& edge : scanned.plan.map.edges)
        out["graph"].push_back({{"from", edge.from}, {"to", edge.to}, {"channel", edge.channel}});
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tapestry
