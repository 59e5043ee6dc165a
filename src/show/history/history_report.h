// SPDX-License-Identifier: Apache-2.0
// The runs of a history, design by design, with what changed from each to the next.
#pragma once

#include <string>
#include <vector>

#include "show/history/history_file.h"
#include "show/report/report.h"

namespace tapestry {

std::string history_text(const std::vector<HistoryEntry>& entries, const ReportStyle& style);
std::string history_json(const std::vector<HistoryEntry>& entries);

}  // namespace tapestry
