// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/evidence.h"

#include <algorithm>

#include "model/queue_numbers.h"

namespace tapestry {

namespace {

constexpr double kTellingShare = 0.005;  // share of the run that a wait must have to be told
constexpr std::size_t kMostWaits = 3;

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

// How much of the run the suspect is at work, each of its replicas in the mean.
double work_share(const MeasuredNetwork& on, const Periods& periods,
                  const std::vector<std::size_t>& blocks) {
    double work = 0;
    for (const std::size_t b : blocks)
        work +=
            std::max(on.load.work[b],
                     on.network.blocks[b].is_outside() ? most_beats(on.network, periods, b) : 0);
    return work / (static_cast<double>(blocks.size()) * on.load.length);
}

// Several signs of one wait: the greatest says it.
void add_wait(SeenWait wait, std::vector<SeenWait>& waits) {
    const auto known = std::find_if(waits.begin(), waits.end(), [&](const SeenWait& w) {
        return w.path == wait.path && w.kind == wait.kind;
    });
    if (known == waits.end())
        waits.push_back(std::move(wait));
    else
        known->share = std::max(known->share, wait.share);
}

// Who waits for the suspect, the longest waits first.
std::vector<SeenWait> waits_for(const MeasuredNetwork& on, const Suspects& suspects,
                                std::size_t suspect) {
    std::vector<SeenWait> waits;
    for (std::size_t i = 0; i < on.network.links.size(); ++i) {
        const Link& l = on.network.links[i];
        const bool thread = is_thread(on, l.by);
        const double share =
            (thread ? waited_for(on, suspects, suspect, i) : on.load.cycles[i]) / on.load.length;
        if (suspects.by_block()[static_cast<std::size_t>(l.on)] != suspect || share < kTellingShare)
            continue;
        const SeenWaitKind kind = thread                        ? SeenWaitKind::waits
                                  : l.kind == WaitKind::send    ? SeenWaitKind::is_blocked
                                  : l.kind == WaitKind::receive ? SeenWaitKind::starves
                                                                : SeenWaitKind::waits;
        add_wait({path_by(on.network, l), kind, share}, waits);
    }
    std::stable_sort(waits.begin(), waits.end(),
                     [](const SeenWait& a, const SeenWait& b) { return a.share > b.share; });
    if (waits.size() > kMostWaits) waits.resize(kMostWaits);
    return waits;
}

Evidence evidence_of(const MeasuredNetwork& on, const Periods& periods, const Suspects& suspects,
                     std::size_t suspect) {
    const std::vector<std::size_t>& blocks = suspects.blocks(suspect);
    const bool silent =
        on.network.blocks[blocks.front()].is_outside() || on.network.is_mute(blocks.front());
    Evidence evidence;
    evidence.kind = silent              ? EvidenceKind::keeps_waiting
                    : blocks.size() > 1 ? EvidenceKind::each_at_work
                                        : EvidenceKind::at_work;
    evidence.share = work_share(on, periods, blocks);
    evidence.waits = waits_for(on, suspects, suspect);
    return evidence;
}

}  // namespace

Verdict block_bottleneck(const MeasuredNetwork& on, const Periods& periods,
                         const Suspects& suspects, std::size_t suspect) {
    Verdict b;
    b.subject = suspects.path(suspect);
    b.kind = suspects.kind(suspect);
    b.quality = suspects.quality(suspect);
    b.evidence = evidence_of(on, periods, suspects, suspect);
    return b;
}

Verdict queue_bottleneck(const MeasuredNetwork& on, const FullQueue& queue) {
    const TapNumbers& n = on.run.taps[static_cast<std::size_t>(queue.tap)];
    Verdict b;
    b.subject = n.tap.path;
    b.kind = BottleneckKind::queue;
    b.quality = std::max(n.quality, Quality::estimated);
    b.evidence.kind = EvidenceKind::full_queue;
    b.evidence.share = full_share(n);
    b.evidence.empty_share = empty_share(n);
    for (const std::size_t i : queue.waits) {
        if (on.load.cycles[i] < kTellingShare * on.load.length) continue;
        b.evidence.pressure.push_back(step_of(on, i));
        b.evidence.waits.push_back({path_by(on.network, on.network.links[i]),
                                    SeenWaitKind::is_blocked, on.load.cycles[i] / on.load.length});
        add_victim(on, b, on.network.links[i].by, on.load.cycles[i]);
    }
    return b;
}

}  // namespace tapestry
