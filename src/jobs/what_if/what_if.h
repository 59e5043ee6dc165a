// SPDX-License-Identifier: Apache-2.0
// Predictions for the page that `report live` serves. A question is `run=N&change=CHANGE&...`, each
// change as `tapestry predict` takes it; without one it is what a small change of each thing would
// bring. With `range=RANGE`, as `tapestry predict sweep` takes it, it is all points of the ranges,
// changes made. With `sql=QUERY` it is the rows of that query over the run.
#pragma once

#include <string>
#include <vector>

#include "explain/prediction/change.h"
#include "jobs/what_if/live_run.h"
#include "model/run.h"
#include "show/serve/server.h"

namespace tapestry {

class WhatIf {
public:
    explicit WhatIf(const std::vector<LiveRun>& runs) : runs_(runs) {}

    // Reads the run that is asked for, for this answer and others.
    void prepare(const std::string& query);
    // The JSON of predict, or the sentence that says why there is none.
    ServedData answer(const std::string& query);

private:
    Result<Done> read(std::size_t run, Diagnostics& diagnostics);
    ServedData swept(const std::vector<Change>& changes,
                     const std::vector<std::string>& ranges) const;

    const std::vector<LiveRun>& runs_;
    std::string stamp_;  // of the run that is read; empty: none
    Run run_;
};

}  // namespace tapestry
