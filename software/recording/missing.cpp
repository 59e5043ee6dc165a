// SPDX-License-Identifier: Apache-2.0
#include "software/recording/missing.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/codes/software.h"
#include "software/library/recording_layout.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostNamed = 10;

void mark_partial(Run& run, const std::string& reason) {
    if (!run.partial) run.partial_reason = reason;
    run.partial = true;
}

// Kinds of calls that the process made.
std::string unrecorded_calls(const Recording& r) {
    constexpr std::pair<std::uint32_t, const char*> kKinds[] = {
        {TAPESTRY_STRANGE_PARTITIONED, "partitioned messages"},
        {TAPESTRY_STRANGE_SESSIONS, "sessions"},
        {TAPESTRY_STRANGE_NEIGHBOURS, "persistent or large calls among neighbours"}};
    std::string calls;
    for (const auto& [bit, what] : kKinds)
        if ((r.strange_mpi & bit) != 0) calls += (calls.empty() ? "" : ", ") + std::string(what);
    return calls;
}

void say_of_process(const Recording& r, const std::string& path, Run& run,
                    Diagnostics& diagnostics) {
    const std::uint64_t too_deep = std::min(r.too_deep, r.lost);
    if (r.lost > too_deep) diagnostics.report(code::recording_lost, {}, r.lost - too_deep, path);
    if (too_deep > 0)
        diagnostics.report(code::recording_too_deep, {}, too_deep, path, TAPESTRY_MOST_OPEN);
    if (r.overwritten > 0) {
        diagnostics.report(code::recording_overwritten, {}, r.overwritten, path);
        mark_partial(run, "its recordings keep what came last");
    }
    if (!r.refused_counters.empty())
        diagnostics.report(code::counters_refused, {}, path, r.refused_counters);
    if (r.unmatched > 0) diagnostics.report(code::recording_unmatched, {}, path, r.unmatched);
    run.lost_records += r.lost;
    if ((r.strange_mpi & TAPESTRY_STRANGE_MPI) != 0)
        mark_partial(run, fmt::format("calls of the MPI of {} are not recorded: it is neither Open "
                                      "MPI nor of the family of MPICH",
                                      path));
    if (const std::string calls = unrecorded_calls(r); !calls.empty())
        mark_partial(run, fmt::format("{} of {} are not recorded", calls, path));
    if (r.ending != TAPESTRY_ENDED_BY_FORCE) return;
    diagnostics.report(code::process_cut, {}, path);
    mark_partial(run, fmt::format("{} did not end in order", path));
}

// Of one world.
void say_missing_ranks(const std::vector<const Recording*>& world, Run& run,
                       Diagnostics& diagnostics) {
    int ranks = 0;
    std::set<int> there;
    for (const Recording* r : world) {
        ranks = std::max(ranks, r->ranks);
        if (r->rank >= 0) there.insert(r->rank);
    }
    std::erase_if(there, [&](int rank) { return rank >= ranks; });
    const std::size_t count = static_cast<std::size_t>(ranks) - there.size();
    if (count == 0) return;
    std::vector<int> missing;  // only the first few
    for (int i = 0; i < ranks && missing.size() < kMostNamed; ++i)
        if (!there.contains(i)) missing.push_back(i);
    diagnostics.report(
        code::rank_missing, {}, ranks, count,
        fmt::format("{}{}", fmt::join(missing, ", "), count > kMostNamed ? ", …" : ""));
    mark_partial(run, fmt::format("{} of {} ranks left no recording", count, ranks));
}

}  // namespace

void say_what_is_missing(const std::vector<Recording>& recordings,
                         const std::vector<Alignment>& alignments, const HostPlaces& places,
                         Run& run, Diagnostics& diagnostics) {
    for (std::size_t p = 0; p < recordings.size(); ++p) {
        const std::string path = run.places[static_cast<std::size_t>(places.process_of[p])].path;
        if (!alignments[p].known()) diagnostics.report(code::clock_unknown, {}, path);
        say_of_process(recordings[p], path, run, diagnostics);
    }
    std::map<std::uint64_t, std::vector<const Recording*>> worlds;
    for (const Recording& r : recordings) worlds[r.world].push_back(&r);
    for (const auto& [id, world] : worlds) say_missing_ranks(world, run, diagnostics);
    const bool any = std::any_of(run.taps.begin(), run.taps.end(), [](const TapNumbers& n) {
        return n.tap.is(TapKind::fsm) && !n.tap.states().empty();
    });
    if (!any) diagnostics.report(code::recording_empty, {});
}

}  // namespace tapestry
