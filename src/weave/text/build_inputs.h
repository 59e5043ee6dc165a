// SPDX-License-Identifier: Apache-2.0
// The files that a build of a design reads besides its sources: headers (`include) and data
// ($readmemh and others). Simulators look for them in the folder in which they run; some tools look
// beside the source too.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "model/source_set.h"

namespace tapestry {

struct BuildInputs {
    std::vector<std::string> headers;  // real paths, each once, in the order in which they are met
    // Folders in which headers were found although no option names them: the current one and those
    // of sources.
    std::vector<std::string> header_folders;
    // Files that a string of the text names, by that name. A name by which two sources mean
    // different files is left out.
    std::map<std::string, std::filesystem::path> data;
};

BuildInputs build_inputs(const SourceSet& sources);

// The files of a library folder (-y) that a module could be looked for in, by name.
std::vector<std::filesystem::path> library_sources(const SourceSet& sources,
                                                   const std::filesystem::path& folder);

// The files that a tool could find for an `include "name"` in a file, the likeliest first, as real
// paths.
std::vector<std::string> included_files(const std::string& file,
                                        const std::vector<std::string>& folders,
                                        const std::string& name);

// Copies data with relative names into `folder`, so that a tool that runs there finds it. Copies,
// not links, so that writing into the folder cannot change a file of the user.
void copy_data_files(const BuildInputs& inputs, const std::filesystem::path& folder);

}  // namespace tapestry
