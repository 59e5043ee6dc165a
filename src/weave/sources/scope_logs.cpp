// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/scope_logs.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

constexpr std::size_t kLanes = 8;  // of a log: the bytes of a word

using Group = std::vector<const LoggedTap*>;

bool can_be_stored(const TapSite& site) {
    return site.shared_clock >= 0 && (site.is(TapKind::fsm) || site.is(TapKind::stream) ||
                                      site.is(TapKind::queue) || site.is(TapKind::call));
}

// The taps of one clock at each place.
std::vector<Group> groups_of(const std::vector<LoggedTap>& taps) {
    std::vector<Group> groups;
    std::map<std::tuple<FileWeaver*, std::size_t, int>, std::size_t> known;
    for (const LoggedTap& tap : taps) {
        if (!can_be_stored(*tap.site)) continue;
        const auto [group, is_new] = known.try_emplace(
            {tap.place.file, tap.place.at, tap.site->shared_clock}, groups.size());
        if (is_new) groups.emplace_back();
        groups[group->second].push_back(&tap);
    }
    return groups;
}

// Whether ports observe their signals directly, without holding or synchronising them.
bool is_direct(const TapSite& site) { return site.held.empty() && site.synced.empty(); }

// Whether the same name means the same signal for both.
bool have_one_scope(const TapSite& a, const TapSite& b) {
    return a.file == b.file && a.module == b.module && a.scope == b.scope &&
           a.reset_text == b.reset_text;
}

// The stream whose transfers form the event, and whether only the last of a packet counts.
struct End {
    const TapSite* stream;
    bool last;
};

std::optional<End> end_of(std::string_view event, const Group& group, const TapSite& of) {
    for (const LoggedTap* tap : group) {
        const TapSite& site = *tap->site;
        if (!site.is(TapKind::stream) || !is_direct(site) || !have_one_scope(site, of)) continue;
        const std::string beat =
            fmt::format("{} && {}", site.observed("valid"), site.observed("ready"));
        if (event == beat) return End{&site, false};
        const std::string_view last = site.observed("last");
        if (!last.empty() && event == fmt::format("{} && {}", beat, last)) return End{&site, true};
    }
    return std::nullopt;
}

struct Ends {
    End from;
    End to;
};

// For a call or queue that accepts every request and observes nothing else.
std::optional<Ends> ends_of(const TapSite& site, const Group& group) {
    const bool call = site.is(TapKind::call);
    if ((!call && !site.is(TapKind::queue)) || !is_direct(site)) return std::nullopt;
    const bool takes_all =
        call ? site.observed("ready") == "1'b1"
             : site.observed("full") == "1'b0" && site.observed("empty") == "1'b0";
    if (!takes_all) return std::nullopt;
    const auto from = end_of(site.observed(call ? "start" : "push"), group, site);
    const auto to = end_of(site.observed(call ? "done" : "pop"), group, site);
    if (!from || !to || from->last) return std::nullopt;
    return Ends{*from, *to};
}

// A tap in one instance of its module.
struct Lane {
    const LoggedTap* tap;
    std::size_t instance;
};

class Store {
public:
    ScopeLogs made;

    void add(const Group& group) {
        std::size_t wanted = 0;
        for (const LoggedTap* tap : group) wanted += tap->paths.size();
        if (wanted < 2) return;
        has_room_ = false;
        std::vector<std::pair<const LoggedTap*, Ends>> between;
        std::vector<std::vector<Lane>> buses;  // a tap outside any bus is an entry of its own
        std::map<std::tuple<std::string, std::string, std::size_t>, std::size_t> known;
        for (const LoggedTap* tap : group) {
            if (const auto ends = ends_of(*tap->site, group)) {
                between.emplace_back(tap, *ends);
                continue;
            }
            const std::string& bus = tap->site->bus().name;
            for (std::size_t k = 0; k < tap->paths.size(); ++k) {
                const auto [place, is_new] =
                    known.try_emplace({tap->site->module, bus, k}, buses.size());
                if (bus.empty() || is_new)
                    buses.push_back({{tap, k}});
                else
                    buses[place->second].push_back({tap, k});
            }
        }
        for (const std::vector<Lane>& bus : buses) add_bus(bus);
        for (const auto& [tap, ends] : between) add_between(*tap, ends);
    }

private:
    // One log stores all lanes of a bus, if they fit.
    void add_bus(const std::vector<Lane>& bus) {
        if (has_room_ && made.logs.back().lanes.size() + bus.size() > kLanes) has_room_ = false;
        for (const Lane& lane : bus) add_lane(lane);
    }

    void add_lane(const Lane& lane) {
        const LoggedTap& tap = *lane.tap;
        if (!has_room_)
            made.logs.push_back({tap.place,
                                 logs_[{tap.place.file, tap.place.at}]++,
                                 tap.site->shared_clock,
                                 tap.clock_text,
                                 {}});
        ScopeLog& log = made.logs.back();
        log.lanes.push_back(tap.paths[lane.instance]);
        has_room_ = log.lanes.size() < kLanes;
        log_of_[{tap.site, lane.instance}] = made.logs.size();
        made.parameters[tap.site] = ", .IN_LOG(1)";
    }

    // With threads a log counts its taps by itself, so it needs all their inputs.
    void add_between(const LoggedTap& tap, const Ends& ends) {
        for (std::size_t k = 0; k < tap.paths.size(); ++k) {
            if (log_of_.at({ends.from.stream, k}) == log_of_.at({ends.to.stream, k})) continue;
            for (std::size_t all = 0; all < tap.paths.size(); ++all) add_lane({&tap, all});
            return;
        }
        made.parameters[tap.site] = fmt::format(
            ", .IN_LOG(1), .FROM(\"{}\"), .TO(\"{}\"){}", ends.from.stream->instance_name,
            ends.to.stream->instance_name, ends.to.last ? ", .TO_LAST(1)" : "");
    }

    bool has_room_ = false;                                    // in the last log
    std::map<std::pair<FileWeaver*, std::size_t>, int> logs_;  // of each place
    std::map<std::pair<const TapSite*, std::size_t>, std::size_t> log_of_;
};

}  // namespace

ScopeLogs store_together(const std::vector<LoggedTap>& taps) {
    Store store;
    for (const Group& group : groups_of(taps)) store.add(group);
    return std::move(store.made);
}

std::string log_text(const ScopeLog& log, const std::string& indent, const std::string& newline) {
    std::string samples;
    for (const std::string& lane : log.lanes)
        samples = lane + ".logged" + (samples.empty() ? "" : ", ") + samples;
    return fmt::format(
        "{}tapestry_log #(.CLOCK({}), .TAPS({}), .LANES(\"{}\")) tapestry_log_{} (.clk_i({}), "
        ".samples_i({{{}}}));{}",
        indent, log.clock, log.lanes.size(), fmt::join(log.lanes, " "), log.number, log.clock_text,
        samples, newline);
}

TapPaths::TapPaths(const TapPlan& plan) : plan_(plan) {
    for (const TreeId n : plan.tree.ids()) nodes_[plan.tree[n].module].push_back(n);
}

std::vector<std::string> TapPaths::paths(const ClockSite& leader, const TapSite& site) const {
    const auto nodes = nodes_.find(site.module);
    if (!site.scope.empty() || nodes == nodes_.end()) return {};
    std::vector<std::string> paths;
    for (const TreeId node : nodes->second) {
        const auto sure = path(leader, site, node);
        if (!sure) return {};
        paths.push_back(*sure);
    }
    return paths;
}

std::optional<std::string> TapPaths::path(const ClockSite& leader, const TapSite& site,
                                          TreeId node) const {
    std::string path = site.instance_name;
    const TreeNode* here = &plan_.tree[node];
    while (here->module != leader.module) {
        const bool is_simple = std::all_of(here->name.begin(), here->name.end(), is_word_part);
        const bool is_sure = here->scope.empty() && here->step_to_last_bit == 0 && is_simple;
        if (!is_sure || here->parent == kNone) return std::nullopt;
        path = here->name + "." + path;
        here = &plan_.tree[static_cast<std::size_t>(here->parent)];
    }
    return path;
}

}  // namespace tapestry
