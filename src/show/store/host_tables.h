// SPDX-License-Identifier: Apache-2.0
// The tables of software: written from a run's HostPart, and read back.
#pragma once

#include "model/run.h"

namespace tapestry {

class Database;

void write_host(const HostPart& host, Database& db);

// Into the run, whose taps and places are there. False when a row names one that the run does not
// have.
bool read_host(Run& run, Database& db, int format);

}  // namespace tapestry
