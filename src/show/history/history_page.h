// SPDX-License-Identifier: Apache-2.0
// The history as one HTML file without scripts: for each test the cycles of its runs as a line, the
// commits that changed them, and the figures that changed most, each with the commit that did it.
#pragma once

#include <string>
#include <vector>

#include "show/compare/run_numbers.h"
#include "show/history/history_file.h"

namespace tapestry {

// `numbers` has those of each entry.
std::string history_html(const std::vector<HistoryEntry>& entries,
                         const std::vector<RunNumbers>& numbers);

}  // namespace tapestry
