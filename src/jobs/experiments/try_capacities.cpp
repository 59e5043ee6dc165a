// SPDX-License-Identifier: Apache-2.0
#include "jobs/experiments/try_capacities.h"

#include <fmt/format.h>

#include "base/diagnostics.h"

namespace tapestry {

namespace {

constexpr unsigned kPlenty = 16;
constexpr unsigned kTwice = 2;

Experiment tried(const ExperimentSite& place, const Capacity& room, unsigned factor,
                 const Judge& judge, Progress& progress) {
    Experiment e;
    e.path = room.path;
    e.kind = room.kind;
    e.factor = factor;
    const Enlarged enlarged{room, factor};
    Diagnostics own;  // what is wrong with an experiment is not wrong with the run
    const Result<ExperimentBuild> build = ExperimentBuild::set_up(place, progress, own, &enlarged);
    progress.clear();
    if (!build) {
        e.status = ExperimentStatus::refused;
        e.reason = fmt::format("with {} it could not be built", room.change(factor));
        return e;
    }
    progress.show("experimenting");
    judge.judge_room(build->run({}, 0), e);
    progress.clear();
    e.reason = e.reason.empty() ? room.change(factor)
                                : fmt::format("with {}, {}", room.change(factor), e.reason);
    return e;
}

}  // namespace

std::vector<Experiment> try_capacities(const ExperimentSite& place,
                                       const std::vector<Capacity>& rooms, const Judge& judge,
                                       std::chrono::steady_clock::time_point until,
                                       Progress& progress) {
    std::vector<Experiment> all;
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        ExperimentSite own = place;
        own.folder = place.folder / fmt::format("room_{}", i);
        for (const unsigned factor : {kPlenty, kTwice}) {
            if (i > 0 && std::chrono::steady_clock::now() > until) return all;
            Experiment e = tried(own, rooms[i], factor, judge, progress);
            std::error_code ignored;
            std::filesystem::remove_all(own.folder, ignored);
            const bool last = e.status == ExperimentStatus::tried || factor == kTwice;
            if (last) all.push_back(std::move(e));
            if (last) break;
        }
    }
    return all;
}

}  // namespace tapestry
