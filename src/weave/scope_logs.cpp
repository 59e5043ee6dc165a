// SPDX-License-Identifier: Apache-2.0
#include "weave/scope_logs.h"

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

// Those of one clock at each place.
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

// What a port observes is what stands there: nothing holds or synchronises it.
bool is_direct(const TapSite& site) { return site.held.empty() && site.synced.empty(); }

// The same words mean the same for both.
bool have_one_scope(const TapSite& a, const TapSite& b) {
    return a.file == b.file && a.module == b.module && a.scope == b.scope &&
           a.reset_text == b.reset_text;
}

// The stream whose transfers `event` is, and whether only the last one of a packet counts.
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

// Of a call or queue that takes every request and has nothing else to look at.
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

class Store {
public:
    ScopeLogs made;

    void add(const Group& group) {
        if (group.size() < 2) return;
        has_room_ = false;
        std::vector<std::pair<const LoggedTap*, Ends>> between;
        std::vector<Group> buses;  // and each tap that is of none
        std::map<std::pair<std::string, std::string>, std::size_t> known;  // module and bus
        for (const LoggedTap* tap : group) {
            const std::string& bus = tap->site->bus().name;
            if (const auto ends = ends_of(*tap->site, group))
                between.emplace_back(tap, *ends);
            else if (bus.empty() ||
                     known.try_emplace({tap->site->module, bus}, buses.size()).second)
                buses.push_back({tap});
            else
                buses[known.at({tap->site->module, bus})].push_back(tap);
        }
        for (const Group& bus : buses) add_bus(bus);
        for (const auto& [tap, ends] : between) add_between(*tap, ends);
    }

private:
    // One log stores all of a bus, unless that is too much.
    void add_bus(const Group& bus) {
        if (has_room_ && made.logs.back().lanes.size() + bus.size() > kLanes) has_room_ = false;
        for (const LoggedTap* tap : bus) add_lane(*tap);
    }

    void add_lane(const LoggedTap& tap) {
        if (!has_room_)
            made.logs.push_back({tap.place, logs_[{tap.place.file, tap.place.at}]++, {}});
        ScopeLog& log = made.logs.back();
        const std::size_t lane = static_cast<std::size_t>(log.number) * kLanes + log.lanes.size();
        log.lanes.push_back(&tap);
        has_room_ = log.lanes.size() < kLanes;
        lanes_[tap.site] = lane;
        set(tap, fmt::format(", .LANE({})", lane));
    }

    // Where threads are at work a log has its taps counted: it has all that they need.
    void add_between(const LoggedTap& tap, const Ends& ends) {
        const std::size_t from = lanes_.at(ends.from.stream), to = lanes_.at(ends.to.stream);
        if (from / kLanes != to / kLanes) return add_lane(tap);
        set(tap,
            fmt::format(", .LANE({}), .TO({}){}", from, to, ends.to.last ? ", .TO_LAST(1)" : ""));
    }

    void set(const LoggedTap& tap, const std::string& parameters) {
        made.parameters[tap.site] =
            parameters + (tap.up == 0 ? "" : fmt::format(", .UP({})", tap.up));
    }

    bool has_room_ = false;                                    // in the last log
    std::map<std::pair<FileWeaver*, std::size_t>, int> logs_;  // of each place
    std::map<const TapSite*, std::size_t> lanes_;
};

}  // namespace

ScopeLogs store_together(const std::vector<LoggedTap>& taps) {
    Store store;
    for (const Group& group : groups_of(taps)) store.add(group);
    return std::move(store.made);
}

std::string log_text(const ScopeLog& log, const std::string& indent, const std::string& newline) {
    std::string samples;
    for (const LoggedTap* tap : log.lanes)
        samples = tap->path + ".logged" + (samples.empty() ? "" : ", ") + samples;
    const LoggedTap& first = *log.lanes.front();
    return fmt::format(
        "{0}tapestry_log #(.CLOCK({1}), .LOG({2}), .TAPS({3})) tapestry_log_{2} (.clk_i({4}), "
        ".samples_i({{{5}}}));{6}",
        indent, first.site->shared_clock, log.number, log.lanes.size(), first.clock_text, samples,
        newline);
}

WaysDown::WaysDown(const TapPlan& plan) : plan_(plan) {
    for (std::size_t n = 0; n < plan.tree.size(); ++n) nodes_[plan.tree[n].module].push_back(n);
}

std::optional<std::vector<std::string>> WaysDown::from(const ClockSite& leader,
                                                       const TapSite& site) const {
    const auto nodes = nodes_.find(site.module);
    if (!site.scope.empty() || nodes == nodes_.end() || nodes->second.size() != 1)
        return std::nullopt;
    std::vector<std::string> way;
    const TreeNode* node = &plan_.tree[nodes->second.front()];
    while (node->module != leader.module) {
        const bool is_simple = std::all_of(node->name.begin(), node->name.end(), is_word_part);
        const bool is_sure = node->scope.empty() && node->step_to_last_bit == 0 && is_simple;
        if (!is_sure || node->parent == kNone) return std::nullopt;
        way.insert(way.begin(), node->name);
        node = &plan_.tree[static_cast<std::size_t>(node->parent)];
    }
    return way;
}

}  // namespace tapestry
