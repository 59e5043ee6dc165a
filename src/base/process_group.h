// SPDX-License-Identifier: Apache-2.0
// The processes that one mpirun has started, as its environment says; the tool needs no MPI of its
// own.
#pragma once

#include <string>

namespace tapestry {

struct ProcessGroup {
    int rank = 0;
    int size = 1;               // 1: alone
    std::string job = "group";  // the same for all processes of one mpirun, and no other
};

ProcessGroup process_group();

// In the environment of a program that works for one process of the group: it is alone.
inline constexpr const char* kAlone = "TAPESTRY_ALONE";

}  // namespace tapestry
