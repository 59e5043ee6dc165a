// SPDX-License-Identifier: Apache-2.0
// Data that sources read ($readmemh, $readmemb) by a name that is relative: Yosys looks for it in
// its folder and beside the source. A woven copy has none beside it.
#pragma once

#include <filesystem>

#include "model/source_set.h"

namespace tapestry {

// Copies what the sources name, and what stands beside them or in the current folder, into
// `folder`.
void copy_data_files(const SourceSet& sources, const std::filesystem::path& folder);

}  // namespace tapestry
