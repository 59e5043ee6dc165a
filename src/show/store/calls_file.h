// SPDX-License-Identifier: Apache-2.0
// A run of software with its calls, in one file.
#pragma once

#include <filesystem>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/analysis.h"
#include "model/host_calls.h"
#include "model/run.h"

namespace tapestry {

class Database;

// As write_run, with the calls.
Result<Done> write_run_and_calls(const Run& run, const Analysis& analysis, const HostCalls& calls,
                                 const std::filesystem::path& path, Diagnostics& diagnostics);
// The calls of a stored run, which `run` was read from. Messages and collective calls are read from
// the file whenever they are gone through.
Result<HostCalls> read_calls(const Run& run, const std::filesystem::path& path,
                             Diagnostics& diagnostics);

void write_calls(const HostCalls& calls, Database& db);

}  // namespace tapestry
