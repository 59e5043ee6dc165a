// SPDX-License-Identifier: Apache-2.0
// What a run would be with changes.
#pragma once

#include <map>
#include <optional>

#include "explain/prediction/change.h"
#include "explain/prediction/recorded_operations.h"
#include "model/prediction.h"
#include "model/run.h"

namespace tapestry {

// Predicts changes of one run, with what all of them need made once.
class Predictor {
public:
    // With `details` a prediction has what states and streams do too, which takes as long again.
    explicit Predictor(const Run& run, bool details = false) : run_(run), details_(details) {}

    // Fails with change_unknown or change_refused where nothing measured carries a change.
    Result<Prediction> predict(const std::vector<Change>& changes, Diagnostics& diagnostics);
    Result<Prediction> predict(const std::string& change, Diagnostics& diagnostics);

    // By replaying the recorded operations (replay.h). Fails with not_recorded, and with
    // change_refused also where the order of operations depends on their times.
    Result<Prediction> replay(const std::vector<Change>& changes, Diagnostics& diagnostics);

    // The same beside a run that really is as the changes make it: the time of every operation.
    // Fails with not_recorded where either has none.
    Result<Prediction> replay_against(const std::vector<Change>& changes, const Run& really,
                                      Diagnostics& diagnostics);

    // The depth that each queue has with these changes, by its path.
    std::map<std::string, std::uint64_t> depths(const std::vector<Change>& changes);

private:
    const RecordedOperations& recording();
    Result<Prediction> by_model(const std::vector<Change>& changes, Diagnostics& diagnostics);

    const Run& run_;
    const bool details_;
    std::optional<RecordedOperations> recording_;
};

// The same for one question, with what states and streams do.
Result<Prediction> predict(const Run& run, const std::vector<Change>& changes,
                           Diagnostics& diagnostics);

// By what was tried: one block, all of it, at a speed of its own. Nothing where no experiment
// tells.
std::optional<Prediction> predict_by_experiment(const Run& run, const std::vector<Change>& changes);

// From counters alone, by cumulative times and shifts (summary.h).
Result<Prediction> predict_by_summary(const Run& run, const std::vector<Change>& changes,
                                      Diagnostics& diagnostics);

// Whether a replay can carry all of them.
bool can_replay(const Run& run, const std::vector<Change>& changes);

}  // namespace tapestry
