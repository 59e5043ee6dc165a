// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "explain/prediction/predict.h"

namespace tapestry {

namespace {

using Curve = std::map<double, double>;  // part of its time that a block takes -> cycles of the run

bool is_path_of(const std::string& path, const std::string& asked) {
    return path == asked || path.ends_with("." + asked);
}

Curve curve_of(const Run& run, const std::string& path) {
    Curve curve;
    for (const Experiment& e : run.experiments) {
        const bool whole = e.kind == ExperimentKind::block || e.kind == ExperimentKind::group;
        if (whole && e.status == ExperimentStatus::tried && e.saving && is_path_of(e.path, path))
            curve[1.0 / e.factor] = static_cast<double>(run.cycles) * (1 - *e.saving);
    }
    if (!curve.empty()) curve[1] = static_cast<double>(run.cycles);
    return curve;
}

}  // namespace

std::optional<Prediction> predict_by_experiment(const Run& run,
                                                const std::vector<Change>& changes) {
    if (changes.size() != 1) return std::nullopt;
    const Change& change = changes.front();
    if (change.kind != ChangeKind::time || !change.state.empty() || !change.is_factor)
        return std::nullopt;
    const Curve curve = curve_of(run, change.path);
    const auto above = curve.lower_bound(change.value);
    if (above == curve.end()) return std::nullopt;
    Prediction p;
    p.changes = {change.text};
    p.engine = "experiment";
    p.measured_cycles = static_cast<double>(run.cycles);
    if (above->first == change.value) {
        p.label = PredictionLabel::tried;
        p.low = p.high = p.predicted_cycles = above->second;
        p.remarks.push_back("the block was made so fast in a run of the simulation");
    } else if (above == curve.begin()) {
        return std::nullopt;
    } else {
        const auto below = std::prev(above);
        const double part = (change.value - below->first) / (above->first - below->first);
        p.predicted_cycles = below->second + part * (above->second - below->second);
        p.low = std::min(below->second, above->second);
        p.high = std::max(below->second, above->second);
        p.remarks.push_back(fmt::format("between {}x and {}x of its time, which were tried",
                                        below->first, above->first));
    }
    p.amdahl_cycles = p.predicted_cycles;
    return p;
}

}  // namespace tapestry
