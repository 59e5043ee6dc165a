// SPDX-License-Identifier: Apache-2.0
// What a run measured at each line of its sources, in words for an editor.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

struct LineNote {
    std::string brief;     // "STEP 34,224 cycles, 74.6%", behind the line
    std::string detail;    // a paragraph of Markdown, when the pointer rests on the line
    std::string category;  // of a state; empty for other taps
    double share = 0;      // of the observed cycles; 0 where the line has no time of its own
    bool limits = false;   // the note says what limits the run
};

// By line, the note with the largest share first.
using FileNotes = std::map<int, std::vector<LineNote>>;

struct RunNotes {
    std::string design;
    std::string answer;                                // what limits the run, one sentence
    std::map<std::filesystem::path, FileNotes> files;  // by absolute path
};

// Names of files in the run are below the folder in which it was made; where the run does not say
// it, below `folder`.
Result<RunNotes> notes_of_run(const std::filesystem::path& run, const std::filesystem::path& folder,
                              Diagnostics& diagnostics);

}  // namespace tapestry
