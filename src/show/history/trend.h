// SPDX-License-Identifier: Apache-2.0
// The runs of one test of one design, the oldest first, and what changed from each to the next.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "show/history/history_file.h"

namespace tapestry {

constexpr std::size_t kHashDigits = 8;

using Trend = std::span<const HistoryEntry>;

// Entries are sorted by design and test.
std::vector<Trend> trends_of(const std::vector<HistoryEntry>& entries);

// Against the run before; none for the first.
std::optional<double> change_of(Trend trend, std::size_t i);
// By so much that it is shown.
bool is_changed(Trend trend, std::size_t i);

std::string signed_percent(double change);
std::string title_of(Trend trend);
// "The largest change is 1a2b3c4d: 31.1% fewer cycles; the bottleneck moved from a to b."; empty
// if nothing changed.
std::string largest_text(Trend trend);

}  // namespace tapestry
