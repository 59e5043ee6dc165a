// SPDX-License-Identifier: Apache-2.0
// Weaving: a copy of the user's sources with one instance for each tap site before `endmodule`, or
// before the `end` of the generate block its signals live in. For the `sim` link nothing else of
// the text changes; for the others see link.h.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/source_set.h"
#include "model/tap_plan.h"
#include "weave/ring/link.h"

namespace tapestry {

struct WovenFile {
    std::string original;            // as the user names it
    std::filesystem::path relative;  // below the woven folder
    std::string before;
    std::string after;
};

struct Woven {
    TapMap map;                                   // of the plan, without taps that have no place
    std::vector<WovenFile> files;                 // in compile order
    std::vector<WovenFile> included;              // edited files that others include
    std::string bind_text;                        // taps for modules whose text cannot be edited
    std::vector<std::filesystem::path> includes;  // folders to search first, below the woven folder
    bool has_steps = false;                       // of an experiment, see step_text.h
};

// Makes the woven text; writes nothing.
Result<Woven> weave(const TapPlan& plan, const SourceSet& sources, const LinkOptions& link,
                    Diagnostics& diagnostics);

// Writes the woven sources, the tap library, the tap map and the file lists into `folder`:
//   src/…         the woven copies          taps/…     the tap library
//   taps.json     the tap map               woven.f    the file list for any simulator
// and the data that the sources read by relative names, for tools that run in the folder.
// Returns `sources` with the files replaced by the woven ones, for the simulator.
Result<SourceSet> write_woven(const Woven& woven, const SourceSet& sources,
                              const std::filesystem::path& folder, Diagnostics& diagnostics);

// The changes as a unified diff for review.
std::string diff_of(const Woven& woven);

}  // namespace tapestry
