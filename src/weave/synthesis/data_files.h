// SPDX-License-Identifier: Apache-2.0
// Data that sources read ($readmemh, $readmemb) by a relative name: Yosys looks for it in its
// folder and next to the source. A woven copy has none next to it.
#pragma once

#include <filesystem>

#include "model/source_set.h"

namespace tapestry {

// Copies the files that the sources name, and that are next to them or in the current folder, into
// `folder`.
void copy_data_files(const SourceSet& sources, const std::filesystem::path& folder);

}  // namespace tapestry
