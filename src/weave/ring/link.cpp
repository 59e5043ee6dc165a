// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/link.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/codes/files.h"
#include "base/codes/plan.h"
#include "base/codes/projects.h"
#include "base/codes/weave.h"
#include "base/verilog_text.h"
#include "model/record_layout.h"
#include "weave/ring/chain_plan.h"
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
    std::vector<RingTap> taps;
};

// The name of the clock in the top; empty if it is generated below.
std::string clock_in_top(const TapMap& map, int clock) {
    const TapClock& c = map.clocks[static_cast<std::size_t>(clock)];
    if (c.path != map.top + "." + c.name || c.name.find('.') != std::string::npos) return {};
    return (c.edge == "negedge" ? "~" : "") + spelled(c.name);
}

const TapClock& clock_of(const TapMap& map, const Part& part) {
    return map.clocks[static_cast<std::size_t>(part.clock)];
}

// The hub runs on the first clock, and the taps of that need no bridge: the clock with the most
// taps, or the one that was chosen.
Result<Done> put_chosen_first(std::vector<Part>& parts, const TapMap& map,
                              const std::string& chosen, Diagnostics& diagnostics) {
    if (chosen.empty() || parts.empty()) return Done{};
    std::vector<std::string> names;
    for (const Part& part : parts) names.push_back(clock_of(map, part).name);
    const auto found = std::find(names.begin(), names.end(), chosen);
    if (found == names.end()) {
        return diagnostics.report(
            code::command_line_refused, {},
            fmt::format("no tap counts the edges of '{}', but some do those of {}", chosen,
                        fmt::join(names, ", ")),
            "weave ");
    }
    const auto first = parts.begin() + (found - names.begin());
    std::rotate(parts.begin(), first, first + 1);
    return Done{};
}

std::vector<Part> parts_of(const TapMap& map, const RingModules& modules,
                           Diagnostics& diagnostics) {
    std::vector<Part> parts;
    const std::vector<Thread>& threads = modules.in_order().back()->threads;
    for (std::size_t t = 0; t < threads.size(); ++t) {
        const int clock = threads[t].clocks.front();
        if (clock < 0) continue;  // holds no tap of the map
        if (clock_in_top(map, clock).empty()) {
            diagnostics.report(code::unsupported_ring_clock, {},
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

// Gives the taps their positions: those of each clock come after its bridge, which has a position
// of its own; first the full ones, then the inband link if the clock is the hub's, then the lean
// ones, whose chain ends there.
class Places {
public:
    Places(TapMap& map, const TapPlan& plan, const LinkOptions& options)
        : map_(map), plan_(plan), options_(options) {}

    void add_part(const Part& part, const ChainMap& chain) {
        LinkClock clock;
        clock.clock = part.clock;
        clock.taps = static_cast<std::uint32_t>(part.taps.size());
        clock.chain = chain;
        if (!map_.link.clocks.empty())
            clock.port = {next(),
                          clock_hash(map_.clocks[static_cast<std::size_t>(part.clock)].path), 1};
        add_taps(part, false);
        if (map_.link.clocks.empty() && options_.link == "inband") link_ = next();
        add_taps(part, true);
        map_.link.clocks.push_back(clock);
    }

    int of_link() const { return link_; }

    void place(Tap& tap) const {
        const auto place = places_.find(tap.instance);
        if (place != places_.end()) tap.place = place->second;
        if (place != places_.end()) tap.place.words = record_words(tap, map_.link);
    }

private:
    int next() { return static_cast<int>(map_.link.positions++); }

    void add_taps(const Part& part, bool lean) {
        for (const RingTap& tap : part.taps) {
            const TapSite& site = plan_.sites[tap.site];
            if (is_lean(site, options_) == lean)
                places_[tap.instance] = {next(), site_hash(site), 0, lean};
        }
    }

    TapMap& map_;
    const TapPlan& plan_;
    const LinkOptions& options_;
    std::map<std::string, TapPlace> places_;
    int link_ = -1;
};

// The tables of the lean taps of a part, in the order of the chain.
std::vector<ChainTable> tables_on(const Part& part, const TapPlan& plan,
                                  const LinkOptions& options) {
    std::vector<ChainTable> tables;
    for (const RingTap& tap : part.taps) {
        const TapSite& site = plan.sites[tap.site];
        if (!is_lean(site, options)) continue;
        for (std::uint32_t width : tables_of(site)) tables.push_back({width, false});
        tables.back().last_of_tap = true;
    }
    place_counters(tables);
    return tables;
}

// The inband link counts the edges at which the application had to wait for a report.
void add_link_tap(TapMap& map, const InbandStream& stream, int position) {
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
    tap.place = {position, kSite, record_words(tap, map.link)};
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

// Reports every tap that is too large for the link; fails if there is one.
Result<Done> fits_the_ring(const TapMap& map, Diagnostics& diagnostics) {
    Result<Done> good = Done{};
    for (const Tap& tap : map.taps) {
        const std::string why = why_too_large(tap, map.link);
        if (why.empty()) continue;
        good = diagnostics.report(code::project_malformed, {},
                                  fmt::format("tap '{}' does not fit the link: {}", tap.path, why));
    }
    return good;
}

RingBus bus_of(const TapPlan& plan, const std::vector<HubPart>& parts, const LinkOptions& options) {
    RingBus bus;
    bus.has_ring = std::any_of(plan.sites.begin(), plan.sites.end(),
                               [&](const TapSite& site) { return !is_lean(site, options); });
    std::vector<std::size_t> chains;
    for (const HubPart& part : parts) chains.push_back(part.tables.size());
    bus.chain = chain_form(plan, chains, options);
    return bus;
}

std::vector<HubPart> hub_parts_of(const TapMap& map, const std::vector<Part>& parts,
                                  const TapPlan& plan, const LinkOptions& options) {
    std::vector<HubPart> hub_parts;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        HubPart part;
        part.clock = clock_in_top(map, parts[p].clock);
        part.start = fmt::format("tapestry_ring_start_{}", p);
        part.end = fmt::format("tapestry_ring_end_{}", p);
        part.tables = tables_on(parts[p], plan, options);
        part.lean_taps = static_cast<std::size_t>(
            std::count_if(part.tables.begin(), part.tables.end(),
                          [](const ChainTable& table) { return table.last_of_tap; }));
        hub_parts.push_back(std::move(part));
    }
    return hub_parts;
}

}  // namespace

Result<TapMap> weave_link(const TapPlan& given, const LinkOptions& options,
                          const RingModules::OpenFile& open, Diagnostics& diagnostics) {
    std::optional<InbandStream> inband;
    TapPlan plan = with_full_tables(given, options);
    if (options.link == "inband") {
        const auto found = find_inband_stream(plan, options.stream, diagnostics);
        if (!found) return found.failure();
        inband = *found;
        plan = on_inner_nets(std::move(plan), *inband);
    }
    const RingModules modules(plan, open, diagnostics);
    TapMap map = plan.map;
    const bool reachable =
        !modules.in_order().empty() && modules.in_order().back()->name == map.top;
    std::vector<Part> parts = reachable ? parts_of(map, modules, diagnostics) : std::vector<Part>();
    if (parts.empty()) {
        return diagnostics.report(code::nothing_to_measure, {}, map.top);
    }
    if (const auto done = put_chosen_first(parts, map, options.clock, diagnostics); !done)
        return done.failure();
    std::vector<HubPart> hub_parts = hub_parts_of(map, parts, plan, options);
    const RingBus bus = bus_of(plan, hub_parts, options);
    map.link.link = options.link;
    map.link.counter_width = options.counter_width;
    Places places(map, plan, options);
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const std::size_t tables = hub_parts[p].tables.size();
        places.add_part(parts[p], tables > 0 ? chain_map(bus.chain, tables) : ChainMap());
        hub_parts[p].site = map.link.clocks[p].port.site;
    }
    for (Tap& tap : map.taps) places.place(tap);
    keep_taps_on_rings(map);
    if (const auto done = fits_the_ring(map, diagnostics); !done) return done.failure();
    if (inband) {
        map.link.stream_bytes = inband->bytes;
        add_link_tap(map, *inband, places.of_link());
    }
    map.link.identity = identity_of(map);

    std::vector<RingEnds> ends;
    for (std::size_t p = 0; p < parts.size(); ++p)
        ends.push_back({parts[p].thread, hub_parts[p].start, hub_parts[p].end});
    const RingModule& top = *modules.in_order().back();
    if (inband) {
        if (const auto done = write_inner_nets(top, *inband, diagnostics); !done)
            return done.failure();
    }
    write_rings(plan, modules, ends, bus, options);
    write_hub(top, hub_parts, bus, map.link, options, inband ? &*inband : nullptr);
    return map;
}

}  // namespace tapestry
