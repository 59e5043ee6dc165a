// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "explain/counters/words.h"
#include "model/queue_numbers.h"

namespace tapestry {

namespace {

constexpr double kTellingShare = 0.005;  // share of the run that a wait must have to be told

double most_beats(const Network& network, const Periods& periods, std::size_t b) {
    double beats = 0;
    for (const std::size_t i : network.links_on[b]) {
        const int channel = network.links[i].channel;
        if (channel >= 0)
            beats = std::max(beats, periods.whole().number(channel, Count::transfer_cycles));
    }
    return beats;
}

const std::string& path_by(const Network& network, const Link& l) {
    return network.blocks[static_cast<std::size_t>(l.by)].path;
}

// How long a thread waited for any block of the suspect, said at the first of its links; else 0.
double waited_for(const MeasuredNetwork& on, const Suspects& suspects, std::size_t suspect,
                  std::size_t link) {
    double sum = 0;
    const auto by = static_cast<std::size_t>(on.network.links[link].by);
    for (const std::size_t i : on.network.links_of[by]) {
        const auto other = static_cast<std::size_t>(on.network.links[i].on);
        if (suspects.by_block()[other] != suspect) continue;
        if (i < link) return 0;
        sum += on.load.cycles[i];
    }
    return sum;
}

std::string evidence_of(const MeasuredNetwork& on, const Periods& periods, const Suspects& suspects,
                        std::size_t suspect) {
    double work = 0;
    for (const std::size_t b : suspects.blocks(suspect))
        work +=
            std::max(on.load.work[b],
                     on.network.blocks[b].is_outside() ? most_beats(on.network, periods, b) : 0);
    work /= static_cast<double>(suspects.blocks(suspect).size()) * on.load.length;
    const std::size_t first = suspects.blocks(suspect).front();
    const bool silent = on.network.blocks[first].is_outside() || on.network.is_mute(first);
    std::string text = fmt::format("{} {} of the run",
                                   silent ? "keeps others waiting or moves data"
                                   : suspects.blocks(suspect).size() > 1 ? "each at work"
                                                                         : "at work",
                                   percent_text(work));
    std::vector<std::pair<double, std::string>> waits;
    for (std::size_t i = 0; i < on.network.links.size(); ++i) {
        const Link& l = on.network.links[i];
        const bool thread = is_thread(on, l.by);
        const double share =
            (thread ? waited_for(on, suspects, suspect, i) : on.load.cycles[i]) / on.load.length;
        if (suspects.by_block()[static_cast<std::size_t>(l.on)] != suspect || share < kTellingShare)
            continue;
        const char* what = thread                        ? "waits"
                           : l.kind == WaitKind::send    ? "is blocked"
                           : l.kind == WaitKind::receive ? "starves"
                                                         : "waits";
        // Several signs of one wait: the greatest says it.
        const std::string who = fmt::format("{} {}", path_by(on.network, l), what);
        const auto known = std::find_if(waits.begin(), waits.end(),
                                        [&](const auto& wait) { return wait.second == who; });
        if (known == waits.end())
            waits.emplace_back(share, who);
        else
            known->first = std::max(known->first, share);
    }
    std::stable_sort(waits.begin(), waits.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (std::size_t i = 0; i < waits.size() && i < 3; ++i)
        text += fmt::format("; {} {}", waits[i].second, percent_text(waits[i].first));
    return text;
}

}  // namespace

Bottleneck block_bottleneck(const MeasuredNetwork& on, const Periods& periods,
                            const Suspects& suspects, std::size_t suspect) {
    Bottleneck b;
    b.path = suspects.path(suspect);
    b.kind = suspects.kind(suspect);
    b.quality = suspects.quality(suspect);
    b.evidence = evidence_of(on, periods, suspects, suspect);
    return b;
}

Bottleneck queue_bottleneck(const MeasuredNetwork& on, const FullQueue& queue) {
    const TapNumbers& n = on.run.taps[static_cast<std::size_t>(queue.tap)];
    Bottleneck b;
    b.path = n.tap.path;
    b.kind = BottleneckKind::queue;
    b.quality = std::max(n.quality, Quality::estimated);
    b.evidence = fmt::format("full {}, empty {} of the run", percent_text(full_share(n)),
                             percent_text(empty_share(n)));
    for (const std::size_t i : queue.waits) {
        if (on.load.cycles[i] < kTellingShare * on.load.length) continue;
        b.pressure.push_back(step_of(on, i));
        b.evidence += fmt::format("; {} is blocked {}", path_by(on.network, on.network.links[i]),
                                  percent_text(on.load.cycles[i] / on.load.length));
        add_victim(on, b, on.network.links[i].by, on.load.cycles[i]);
    }
    return b;
}

}  // namespace tapestry
