// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/codes.h"
#include "base/verilog_text.h"
#include "model/record_layout.h"
#include "weave/ring/inband_text.h"
#include "weave/ring/link_text.h"
#include "weave/ring/ring_order.h"
#include "weave/ring/ring_text.h"
#include "weave/text/tap_text.h"

namespace tapestry {

namespace {

// The part of the ring that runs on one clock, with its taps in the order of the ring.
struct Part {
    std::size_t thread = 0;  // of the top
    int clock = 0;
    std::vector<std::string> taps;
};

// The name of the clock in the top; empty if it is generated below.
std::string clock_in_top(const TapMap& map, int clock) {
    const TapClock& c = map.clocks[static_cast<std::size_t>(clock)];
    if (c.path != map.top + "." + c.name || c.name.find('.') != std::string::npos) return {};
    return (c.edge == "negedge" ? "~" : "") + spelled(c.name);
}

// The clock with the most taps first: the hub runs on it, and its taps need no bridge.
std::vector<Part> parts_of(const TapMap& map, const RingModules& modules,
                           Diagnostics& diagnostics) {
    std::vector<Part> parts;
    const std::vector<Thread>& threads = modules.in_order().back()->threads;
    for (std::size_t t = 0; t < threads.size(); ++t) {
        const int clock = threads[t].clocks.front();
        if (clock < 0) continue;  // holds no tap of the map
        if (clock_in_top(map, clock).empty()) {
            diagnostics.report(Code::unsupported_ring_clock, {},
                               map.clocks[static_cast<std::size_t>(clock)].path);
            continue;
        }
        parts.push_back({t, clock, taps_of(modules, threads[t])});
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& a, const Part& b) { return a.taps.size() > b.taps.size(); });
    return parts;
}

// The identity is a hash of everything that a host must know to interpret the records.
std::uint64_t identity_of(const TapMap& map) {
    std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
    for (char c : to_json(map)) hash = (hash ^ static_cast<std::uint8_t>(c)) * 1099511628211ULL;
    return hash;
}

void keep_taps_on_rings(TapMap& map) {
    std::erase_if(map.taps, [](const Tap& tap) { return tap.place.position < 0; });
    for (std::size_t i = 0; i < map.taps.size(); ++i) map.taps[i].tap = static_cast<int>(i);
    std::erase_if(map.edges, [&](const GraphEdge& edge) {
        return std::none_of(map.taps.begin(), map.taps.end(),
                            [&](const Tap& tap) { return tap.path == edge.channel; });
    });
}

// The bridge to a further clock occupies a place of its own, before the taps of that clock.
void add_part(TapMap& map, const Part& part, std::map<std::string, int>& places) {
    LinkClock clock;
    clock.clock = part.clock;
    clock.taps = static_cast<std::uint32_t>(part.taps.size());
    if (!map.link.clocks.empty())
        clock.port = {static_cast<int>(map.link.positions++),
                      clock_hash(map.clocks[static_cast<std::size_t>(part.clock)].path), 1};
    for (const std::string& tap : part.taps) places[tap] = static_cast<int>(map.link.positions++);
    map.link.clocks.push_back(clock);
}

void place_taps(TapMap& map, const std::vector<Part>& parts, const TapPlan& plan) {
    std::map<std::string, int> places;
    for (const Part& part : parts) add_part(map, part, places);
    std::map<std::pair<std::string, std::string>, std::uint16_t> sites;
    for (const TapSite& site : plan.sites)
        sites[{site.module, site.instance_name}] = site_hash(site);
    for (Tap& tap : map.taps) {
        const auto place = places.find(tap.instance);
        if (place == places.end()) continue;
        const std::string name = tap.instance.substr(tap.instance.rfind('.') + 1);
        tap.place = {place->second, sites[{tap.module, name}], record_words(tap, map.link)};
    }
}

// The inband link counts the edges at which the application had to wait for a report.
void add_link_tap(TapMap& map, const InbandStream& stream) {
    constexpr std::uint32_t kSite = 0xff01;
    Tap tap;
    tap.tap = static_cast<int>(map.taps.size());
    tap.own = part_of(TapKind::event);
    tap.path = map.top + "." + stream.stem + "_stalled_by_reports";
    tap.name = stream.stem + "_stalled_by_reports";
    tap.module = map.top;
    tap.instance = map.top + ".tapestry_link";
    tap.scope = map.top;
    tap.clock = map.link.clocks.front().clock;
    tap.reason = "the inband link counts what it costs the application";
    tap.place = {static_cast<int>(map.link.positions++), kSite, record_words(tap, map.link)};
    map.taps.push_back(std::move(tap));
}

// A tap sends the number of words of its record in 16 bits (docs/links.md).
constexpr std::uint64_t kMostWords = 65535;

// Whether `value` is below 2^bits.
bool fits(std::uint64_t value, std::uint32_t bits) { return bits >= 64 || value >> bits == 0; }

// Why a trace cannot be sent in words of this width; empty if it can.
std::string why_no_trace(const Tap& tap, std::uint32_t counter_width) {
    const TraceRule& rule = tap.trace().rule;
    const TraceWindow window = trace_window(rule, kRingTraceDepth);
    const std::uint64_t records = window.before + window.after;
    // The word with the number of records has one bit more than their index, and a leading 0.
    if (!fits(records - 1, counter_width - 2))
        return fmt::format("{} records cannot be counted in {} bits (--counter-width)", records,
                           counter_width);
    if (rule.trigger == "lasted" && !fits(rule.lasted, counter_width))
        return fmt::format("{} cycles cannot be counted in {} bits (--counter-width)", rule.lasted,
                           counter_width);
    return {};
}

std::string why_too_large(const Tap& tap, const LinkMap& link) {
    if (record_words(tap, link) > kMostWords)
        return fmt::format("its record would have {} words, and {} are the most",
                           record_words(tap, link), kMostWords);
    return tap.kind() == TapKind::trace ? why_no_trace(tap, link.counter_width) : std::string();
}

// Reports every tap that is too large for the link; false if there is one.
bool fits_the_ring(const TapMap& map, Diagnostics& diagnostics) {
    bool good = true;
    for (const Tap& tap : map.taps) {
        const std::string why = why_too_large(tap, map.link);
        if (why.empty()) continue;
        diagnostics.report(Code::project_malformed, {},
                           fmt::format("tap '{}' does not fit the link: {}", tap.path, why));
        good = false;
    }
    return good;
}

}  // namespace

Result<TapMap> weave_link(const TapPlan& given, const LinkOptions& options,
                          const RingModules::OpenFile& open, Diagnostics& diagnostics) {
    Result<InbandStream> inband;
    TapPlan plan = given;
    if (options.link == "inband") {
        inband = find_inband_stream(plan, options.stream, diagnostics);
        if (!inband) return failure;
        plan = on_inner_nets(std::move(plan), *inband);
    }
    const RingModules modules(plan, open, diagnostics);
    TapMap map = plan.map;
    const bool reachable =
        !modules.in_order().empty() && modules.in_order().back()->name == map.top;
    const std::vector<Part> parts =
        reachable ? parts_of(map, modules, diagnostics) : std::vector<Part>();
    if (parts.empty()) {
        diagnostics.report(Code::nothing_to_measure, {}, map.top);
        return failure;
    }
    map.link.link = options.link;
    map.link.counter_width = options.counter_width;
    place_taps(map, parts, plan);
    keep_taps_on_rings(map);
    if (!fits_the_ring(map, diagnostics)) return failure;
    if (inband) {
        map.link.stream_bytes = inband->bytes;
        add_link_tap(map, *inband);
    }
    map.link.identity = identity_of(map);

    std::vector<RingEnds> ends;
    std::vector<HubPart> hub_parts;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        ends.push_back({parts[p].thread, fmt::format("tapestry_ring_start_{}", p),
                        fmt::format("tapestry_ring_end_{}", p)});
        hub_parts.push_back({clock_in_top(map, parts[p].clock), ends.back().start, ends.back().end,
                             map.link.clocks[p].port.site});
    }
    const RingModule& top = *modules.in_order().back();
    if (inband && !write_inner_nets(top, *inband, diagnostics)) return failure;
    write_rings(plan, modules, ends, options);
    write_hub(top, hub_parts, map.link, options, inband ? &*inband : nullptr);
    return map;
}

}  // namespace tapestry
