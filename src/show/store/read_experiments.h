// SPDX-License-Identifier: Apache-2.0
// The experiments of a stored run.
#pragma once

#include <vector>

#include "model/experiment.h"

namespace tapestry {

class Database;

// What is wrong with them; null: nothing.
const char* read_experiments(Database& db, std::vector<Experiment>& experiments);

}  // namespace tapestry
