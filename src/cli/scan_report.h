// SPDX-License-Identifier: Apache-2.0
// What scan found, for people and for machines.
#pragma once

#include <string>

#include "jobs/stages/stages.h"

namespace tapestry {

struct ScanStyle {
    bool with_rejected = false;
    int rows = 20;  // that a section shows at most; 0: all
    int width = 100;
};
// Replicas stand in one row.
std::string scan_text(const Scanned& scanned, const ScanStyle& style);
std::string scan_json(const Scanned& scanned);

}  // namespace tapestry
