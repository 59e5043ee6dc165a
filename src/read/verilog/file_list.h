// SPDX-License-Identifier: Apache-2.0
// Reads a simulator's file list (`-f FILE`) into a SourceSet: one meaning for every simulator, and
// weave knows each file by name.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/source_set.h"

namespace tapestry {

// Adds what `path` lists to `set`. Paths inside are relative to the working directory, as
// simulators have it; below `-F` they are relative to the list's own folder.
Result<Done> read_file_list(const std::string& path, SourceSet& set, Diagnostics& diagnostics);

// Arguments of a simulator with the words of its file lists (-f, -F, -c) in their places. Names
// below -F become absolute.
Result<std::vector<std::string>> with_lists_written_out(const std::vector<std::string>& words,
                                                        Diagnostics& diagnostics);

// Splits "NAME=VALUE"; the value is empty when there is no '='.
std::pair<std::string, std::string> split_definition(const std::string& text);

// The same, with names that are relative to the folder of the list (-F), as weave writes them.
Result<Done> read_list_in_its_folder(const std::string& path, SourceSet& set,
                                     Diagnostics& diagnostics);

}  // namespace tapestry
