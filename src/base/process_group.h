// SPDX-License-Identifier: Apache-2.0
// The processes started by one mpirun, read from the environment; the tool itself is not linked
// with MPI.
#pragma once

#include <string>

namespace tapestry {

struct ProcessGroup {
    int rank = 0;
    int size = 1;  // 1: not started by mpirun
    // identifies the mpirun: equal in all its processes and in no others
    std::string job = "group";
};

ProcessGroup process_group();

// Set in the environment of a child that works for a single process of the group, so that it
// behaves as if started without mpirun.
inline constexpr const char* kAlone = "TAPESTRY_ALONE";

}  // namespace tapestry
