// SPDX-License-Identifier: Apache-2.0
// Which library a state of a thread is a call of, by its name, and what tools that know MPI and
// OpenMP call it.
#pragma once

#include <string>
#include <string_view>

namespace tapestry {

struct ProgramCall {
    enum Library { program, mpi, openmp, threads, files };
    enum Role {
        code,
        point_to_point,
        barrier,
        one_to_all,
        all_to_one,
        all_to_all,
        other_collective,
        one_sided,
        file,
        parallel,
        task,
        wait
    };
    Library library = program;
    Role role = code;
    int paraver_type = 0;   // of the events of Extrae
    int paraver_value = 0;  // 0: Extrae has no number for it that we know
};

ProgramCall program_call(std::string_view state);

// The call that a nonblocking one begins, both without `MPI_`: `Bcast` of `Ibcast`.
std::string blocking_name(std::string_view call);

}  // namespace tapestry
