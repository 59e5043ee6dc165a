// SPDX-License-Identifier: Apache-2.0
// The tables of a run file that hold its analysis.
#pragma once

#include "model/analysis.h"

namespace tapestry {

class Database;

void write_analysis(const Run& run, const Analysis& analysis, Database& db);

}  // namespace tapestry
