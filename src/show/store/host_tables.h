// SPDX-License-Identifier: Apache-2.0
// The tables of software: written from a run's HostPart, and read back.
#pragma once

#include "model/run.h"

namespace tapestry {

class Database;

void write_host(const HostPart& host, Database& db);

// Reads into a run that already has its taps and places. False if a row refers to one that does not
// exist.
bool read_host(Run& run, Database& db, int format);

}  // namespace tapestry
