// SPDX-License-Identifier: Apache-2.0
// Reads a simulator's file list (`-f FILE`) into a SourceSet, so that it means the same for every
// simulator and weave knows every file.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/source_set.h"

namespace tapestry {

// Adds the entries of `path` to `set`. Paths are relative to the working directory, as in
// simulators; in a list given with `-F` they are relative to the list's folder.
Result<Done> read_file_list(const std::string& path, SourceSet& set, Diagnostics& diagnostics);

// The arguments of a simulator with its file lists (-f, -F, -c) expanded in place. Names in a -F
// list become absolute.
Result<std::vector<std::string>> with_lists_written_out(const std::vector<std::string>& words,
                                                        Diagnostics& diagnostics);

// Splits "NAME=VALUE"; the value is empty without '='.
std::pair<std::string, std::string> split_definition(const std::string& text);

// The same for names relative to the folder of the list (-F), as weave writes them.
Result<Done> read_list_in_its_folder(const std::string& path, SourceSet& set,
                                     Diagnostics& diagnostics);

}  // namespace tapestry
