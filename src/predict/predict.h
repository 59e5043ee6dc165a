// SPDX-License-Identifier: Apache-2.0
// What a run would be with changes.
#pragma once

#include <optional>

#include "model/prediction.h"
#include "model/run.h"
#include "predict/change.h"

namespace tapestry {

// Fails with change_unknown or change_refused where nothing measured carries a change.
Result<Prediction> predict(const Run& run, const std::vector<Change>& changes,
                           Diagnostics& diagnostics);

// By what was tried: one block, all of it, at a speed of its own. Nothing where no experiment
// tells.
std::optional<Prediction> predict_by_experiment(const Run& run, const std::vector<Change>& changes);

// From counters alone, by cumulative times and shifts (summary.h).
Result<Prediction> predict_by_summary(const Run& run, const std::vector<Change>& changes,
                                      Diagnostics& diagnostics);

// By replaying the recorded operations (replay.h). Fails with not_recorded, and with change_refused
// also where the order of operations depends on their times.
Result<Prediction> predict_by_replay(const Run& run, const std::vector<Change>& changes,
                                     Diagnostics& diagnostics);

// Whether a replay can carry all of them.
bool can_replay(const Run& run, const std::vector<Change>& changes);

}  // namespace tapestry
