// SPDX-License-Identifier: Apache-2.0
// Predicts a run with changes.
#pragma once

#include <map>
#include <optional>

#include "explain/prediction/change.h"
#include "explain/prediction/recorded_operations.h"
#include "explain/prediction/unexplained.h"
#include "model/prediction.h"
#include "model/run.h"

namespace tapestry {

struct ReplayChanges;

// Predicts changes of one run; what all predictions share is computed once.
class Predictor {
public:
    // `details` adds the times of states and streams, which doubles the run time.
    explicit Predictor(const Run& run, bool details = false) : run_(run), details_(details) {}

    // Fails with change_unknown, or with change_refused if no measurement supports a change.
    Result<Prediction> predict(const std::vector<Change>& changes, Diagnostics& diagnostics);
    Result<Prediction> predict(const std::string& change, Diagnostics& diagnostics);

    // By replaying the recorded operations (replay.h). Fails with not_recorded, and with
    // change_refused also if the change depends on what the recording does not explain
    // (unexplained.h).
    Result<Prediction> replay(const std::vector<Change>& changes, Diagnostics& diagnostics);

    // The same, compared with a run of the changed design: the time of every operation. Fails with
    // not_recorded if either run has no operations.
    Result<Prediction> replay_against(const std::vector<Change>& changes, const Run& really,
                                      Diagnostics& diagnostics);

    // The depth that each queue has with these changes, by its path.
    std::map<std::string, std::uint64_t> depths(const std::vector<Change>& changes);

private:
    const RecordedOperations& recording();
    // Fails if the change depends on something that the recording does not explain.
    Result<Done> accept(const std::vector<Change>& changes, const ReplayChanges& what,
                        const RecordedOperations& after, Prediction& prediction,
                        Diagnostics& diagnostics);
    Result<Prediction> by_model(const std::vector<Change>& changes, Diagnostics& diagnostics);

    const Run& run_;
    const bool details_;
    std::optional<RecordedOperations> recording_;
    std::vector<Unexplained> unexplained_;
    std::string contradiction_;
    VisitEnds recorded_ends_;  // of the replay at the recorded settings
};

// One prediction, with details.
Result<Prediction> predict(const Run& run, const std::vector<Change>& changes,
                           Diagnostics& diagnostics);

// From an experiment: one whole block at another speed. Nothing if no experiment applies.
std::optional<Prediction> predict_by_experiment(const Run& run, const std::vector<Change>& changes);

// From counters alone, by cumulative times and shifts (summary.h).
Result<Prediction> predict_by_summary(const Run& run, const std::vector<Change>& changes,
                                      Diagnostics& diagnostics);

// Whether a replay can model all changes.
bool can_replay(const Run& run, const std::vector<Change>& changes);

}  // namespace tapestry
