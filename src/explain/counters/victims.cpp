// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/victims.h"

#include <algorithm>
#include <optional>
#include <set>

namespace tapestry {

namespace {

constexpr double kWaitingShare = 0.005;  // share of the run that a wait must have to be told
constexpr std::size_t kMostVictims = 50;
constexpr std::size_t kLongestWay = 64;

// The link that a block waits at most; nothing for one that hardly waits.
std::optional<std::size_t> main_wait(const MeasuredNetwork& m, std::size_t block) {
    std::optional<std::size_t> main;
    for (const std::size_t i : m.network.links_of[block]) {
        if (m.load.cycles[i] < kWaitingShare * m.load.length) continue;
        if (!main || m.load.cycles[i] > m.load.cycles[*main]) main = i;
    }
    return main;
}

void order_victims(std::vector<Victim>& victims) {
    std::stable_sort(victims.begin(), victims.end(), [](const Victim& a, const Victim& b) {
        return a.waiting_cycles > b.waiting_cycles;
    });
    std::set<std::string> seen;
    std::erase_if(victims, [&](const Victim& v) { return !seen.insert(v.path).second; });
    if (victims.size() > kMostVictims) victims.resize(kMostVictims);
}

}  // namespace

void find_victims(const MeasuredNetwork& m, const std::vector<std::size_t>& suspect_of,
                  const std::map<std::size_t, std::size_t>& rank_of,
                  std::vector<Verdict>& bottlenecks) {
    std::vector<std::vector<std::size_t>> longest(bottlenecks.size());
    for (std::size_t b = 0; b < m.network.blocks.size(); ++b) {
        std::vector<std::size_t> way;
        std::set<std::size_t> seen = {b};
        std::size_t rank = bottlenecks.size(), steps = 0;
        for (auto wait = main_wait(m, b); wait && way.size() < kLongestWay;) {
            way.push_back(*wait);
            const auto next = static_cast<std::size_t>(m.network.links[*wait].on);
            const auto ranked = rank_of.find(suspect_of[next]);
            if (ranked != rank_of.end() && suspect_of[next] != suspect_of[b] &&
                ranked->second < rank)
                rank = ranked->second, steps = way.size();
            wait = seen.insert(next).second ? main_wait(m, next) : std::nullopt;
        }
        if (steps == 0) continue;
        way.resize(steps);
        const auto block = static_cast<int>(b);
        add_victim(
            m, bottlenecks[rank], block,
            is_thread(m, block) ? waited_of_thread(m, way.front()) : m.load.cycles[way.front()]);
        if (way.size() > longest[rank].size()) longest[rank] = way;
    }
    for (std::size_t r = 0; r < longest.size(); ++r) {
        for (const std::size_t i : longest[r])
            bottlenecks[r].evidence.pressure.push_back(step_of(m, i));
        order_victims(bottlenecks[r].evidence.victims);
    }
}

bool is_thread(const MeasuredNetwork& m, int block) {
    const NetworkBlock& b = m.network.blocks[static_cast<std::size_t>(block)];
    if (b.machines.size() != 1) return false;
    const int place = m.run.taps[static_cast<std::size_t>(b.machines[0])].place;
    return place >= 0 && m.run.places[static_cast<std::size_t>(place)].kind == PlaceKind::thread;
}

double waited_of_thread(const MeasuredNetwork& m, std::size_t link) {
    const Link& l = m.network.links[link];
    double sum = 0;
    for (const std::size_t i : m.network.links_of[static_cast<std::size_t>(l.by)])
        if (m.network.links[i].on == l.on) sum += m.load.cycles[i];
    return sum;
}

PressureStep step_of(const MeasuredNetwork& m, std::size_t link) {
    const Link& l = m.network.links[link];
    PressureStep step;
    step.from = m.network.blocks[static_cast<std::size_t>(l.by)].path;
    step.to = m.network.blocks[static_cast<std::size_t>(l.on)].path;
    if (l.channel >= 0) step.channel = m.run.taps[static_cast<std::size_t>(l.channel)].tap.path;
    (l.kind == WaitKind::send ? step.blocked_share : step.starved_share) =
        m.load.cycles[link] / m.load.length;
    return step;
}

void add_victim(const MeasuredNetwork& m, Verdict& b, int block, double waited) {
    b.evidence.victims.push_back({m.network.blocks[static_cast<std::size_t>(block)].path,
                                  static_cast<std::uint64_t>(waited), waited / m.load.length});
}

}  // namespace tapestry
