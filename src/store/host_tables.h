// SPDX-License-Identifier: Apache-2.0
// The tables of software: written from a run's HostPart, and read back.
#pragma once

#include <optional>

#include "model/host_part.h"

namespace tapestry {

class Database;

void write_host(const HostPart& host, Database& db);

// Nothing when a row names a tap, a state or a place that the run does not have.
struct HostBounds {
    std::vector<std::size_t> states;  // of each tap
    std::size_t places = 0;
};
std::optional<HostPart> read_host(const HostBounds& bounds, Database& db);

}  // namespace tapestry
