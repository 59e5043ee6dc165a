// SPDX-License-Identifier: Apache-2.0
// Which commit the sources here are of.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

struct SourceCommit {
    std::string commit;
    std::string branch;  // may be empty
};

// What `said` has; the rest from the variables that GitHub and GitLab set for a job, else from git.
Result<SourceCommit> source_commit(SourceCommit said, Diagnostics& diagnostics);

}  // namespace tapestry
