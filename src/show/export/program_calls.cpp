// SPDX-License-Identifier: Apache-2.0
#include "show/export/program_calls.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace tapestry {

namespace {

using Call = ProgramCall;

struct KnownCall {
    std::string_view name;  // without MPI_
    Call::Role role;
    int value;
};

// The numbers are those of Extrae's trace files.
constexpr std::array kCalls = {
    KnownCall{"Send", Call::point_to_point, 1},
    KnownCall{"Recv", Call::point_to_point, 2},
    KnownCall{"Isend", Call::point_to_point, 3},
    KnownCall{"Irecv", Call::point_to_point, 4},
    KnownCall{"Wait", Call::point_to_point, 5},
    KnownCall{"Waitall", Call::point_to_point, 6},
    KnownCall{"Bcast", Call::one_to_all, 7},
    KnownCall{"Barrier", Call::barrier, 8},
    KnownCall{"Reduce", Call::all_to_one, 9},
    KnownCall{"Allreduce", Call::all_to_all, 10},
    KnownCall{"Alltoall", Call::all_to_all, 11},
    KnownCall{"Alltoallv", Call::all_to_all, 12},
    KnownCall{"Gather", Call::all_to_one, 13},
    KnownCall{"Gatherv", Call::all_to_one, 14},
    KnownCall{"Scatter", Call::one_to_all, 15},
    KnownCall{"Scatterv", Call::one_to_all, 16},
    KnownCall{"Allgather", Call::all_to_all, 17},
    KnownCall{"Allgatherv", Call::all_to_all, 18},
    KnownCall{"Comm_create", Call::code, 21},
    KnownCall{"Comm_dup", Call::code, 22},
    KnownCall{"Comm_split", Call::code, 23},
    KnownCall{"Comm_free", Call::code, 25},
    KnownCall{"Scan", Call::other_collective, 30},
    KnownCall{"Init", Call::code, 31},
    KnownCall{"Finalize", Call::code, 32},
    KnownCall{"Bsend", Call::point_to_point, 33},
    KnownCall{"Ssend", Call::point_to_point, 34},
    KnownCall{"Rsend", Call::point_to_point, 35},
    KnownCall{"Ibsend", Call::point_to_point, 36},
    KnownCall{"Issend", Call::point_to_point, 37},
    KnownCall{"Irsend", Call::point_to_point, 38},
    KnownCall{"Test", Call::point_to_point, 39},
    KnownCall{"Cancel", Call::point_to_point, 40},
    KnownCall{"Sendrecv", Call::point_to_point, 41},
    KnownCall{"Sendrecv_replace", Call::point_to_point, 42},
    KnownCall{"Cart_create", Call::code, 43},
    KnownCall{"Cart_sub", Call::code, 49},
    KnownCall{"Graph_create", Call::code, 54},
    KnownCall{"Waitany", Call::point_to_point, 59},
    KnownCall{"Waitsome", Call::point_to_point, 60},
    KnownCall{"Probe", Call::point_to_point, 61},
    KnownCall{"Iprobe", Call::point_to_point, 62},
    KnownCall{"Win_create", Call::one_sided, 63},
    KnownCall{"Win_free", Call::one_sided, 64},
    KnownCall{"Put", Call::one_sided, 65},
    KnownCall{"Get", Call::one_sided, 66},
    KnownCall{"Accumulate", Call::one_sided, 67},
    KnownCall{"Win_fence", Call::one_sided, 68},
    KnownCall{"Win_start", Call::one_sided, 69},
    KnownCall{"Win_complete", Call::one_sided, 70},
    KnownCall{"Win_post", Call::one_sided, 71},
    KnownCall{"Win_wait", Call::one_sided, 72},
    KnownCall{"Win_test", Call::one_sided, 73},
    KnownCall{"Win_lock", Call::one_sided, 74},
    KnownCall{"Win_unlock", Call::one_sided, 75},
    KnownCall{"Reduce_scatter", Call::all_to_all, 80},
    KnownCall{"Intercomm_create", Call::code, 96},
    KnownCall{"Intercomm_merge", Call::code, 97},
    KnownCall{"Bsend_init", Call::point_to_point, 112},
    KnownCall{"Request_free", Call::code, 115},
    KnownCall{"Recv_init", Call::point_to_point, 116},
    KnownCall{"Send_init", Call::point_to_point, 117},
    KnownCall{"Rsend_init", Call::point_to_point, 121},
    KnownCall{"Ssend_init", Call::point_to_point, 122},
    KnownCall{"Start", Call::point_to_point, 123},
    KnownCall{"Startall", Call::point_to_point, 124},
    KnownCall{"Testall", Call::point_to_point, 125},
    KnownCall{"Testany", Call::point_to_point, 126},
    KnownCall{"Testsome", Call::point_to_point, 128},
    KnownCall{"File_open", Call::file, 141},
    KnownCall{"File_close", Call::file, 142},
    KnownCall{"File_read", Call::file, 143},
    KnownCall{"File_read_all", Call::file, 144},
    KnownCall{"File_write", Call::file, 145},
    KnownCall{"File_write_all", Call::file, 146},
    KnownCall{"File_read_at", Call::file, 147},
    KnownCall{"File_read_at_all", Call::file, 148},
    KnownCall{"File_write_at", Call::file, 149},
    KnownCall{"File_write_at_all", Call::file, 150},
    KnownCall{"Comm_spawn", Call::code, 151},
    KnownCall{"Comm_spawn_multiple", Call::code, 152},
    KnownCall{"Ireduce", Call::all_to_one, 154},
    KnownCall{"Iallreduce", Call::all_to_all, 155},
    KnownCall{"Ibarrier", Call::barrier, 156},
    KnownCall{"Ibcast", Call::one_to_all, 157},
    KnownCall{"Ialltoall", Call::all_to_all, 158},
    KnownCall{"Ialltoallv", Call::all_to_all, 159},
    KnownCall{"Iallgather", Call::all_to_all, 160},
    KnownCall{"Iallgatherv", Call::all_to_all, 161},
    KnownCall{"Igather", Call::all_to_one, 162},
    KnownCall{"Igatherv", Call::all_to_one, 163},
    KnownCall{"Iscatter", Call::one_to_all, 164},
    KnownCall{"Iscatterv", Call::one_to_all, 165},
    KnownCall{"Ireduce_scatter", Call::all_to_all, 166},
    KnownCall{"Iscan", Call::other_collective, 167},
    KnownCall{"Reduce_scatter_block", Call::all_to_all, 168},
    KnownCall{"Ireduce_scatter_block", Call::all_to_all, 169},
    KnownCall{"Alltoallw", Call::all_to_all, 170},
    KnownCall{"Ialltoallw", Call::all_to_all, 171},
    KnownCall{"Get_accumulate", Call::one_sided, 172},
};

const KnownCall* known_call(std::string_view name) {
    const auto* at = std::find_if(kCalls.begin(), kCalls.end(),
                                  [&](const KnownCall& c) { return c.name == name; });
    return at == kCalls.end() ? nullptr : at;
}

// Calls that have no number, by what their names begin with.
Call::Role role_by_name(std::string_view name) {
    const auto begins = [&](std::string_view word) { return name.starts_with(word); };
    if (begins("File_")) return Call::file;
    if (begins("Neighbor_") || begins("Ineighbor_") || begins("Exscan") || begins("Reduce_scatter"))
        return Call::other_collective;
    if (begins("Alltoall")) return Call::all_to_all;
    if (begins("Win_") || begins("Rput") || begins("Rget") || begins("Raccumulate") ||
        begins("Get_accumulate") || begins("Fetch_and_op") || begins("Compare_and_swap"))
        return Call::one_sided;
    for (const std::string_view word :
         {"Send", "Recv", "Start", "Test", "Wait", "Mprobe", "Improbe", "Mrecv", "Imrecv"})
        if (begins(word)) return Call::point_to_point;
    return Call::code;
}

int paraver_type_of(Call::Role role) {
    switch (role) {
        case Call::point_to_point:
            return 50'000'001;
        case Call::barrier:
        case Call::one_to_all:
        case Call::all_to_one:
        case Call::all_to_all:
        case Call::other_collective:
            return 50'000'002;
        case Call::one_sided:
            return 50'000'004;
        case Call::file:
            return 50'000'005;
        default:
            return 50'000'003;
    }
}

// With large counts a call is what it is without; Extrae has no number for it.
Call mpi_call(std::string_view name) {
    Call call{Call::mpi, Call::code, 0, 0};
    const bool is_large = name.ends_with("_c");
    if (is_large) name.remove_suffix(2);
    const std::string blocking = blocking_name(name);
    if (const KnownCall* known = known_call(name)) {
        call.role = known->role;
        call.paraver_value = is_large ? 0 : known->value;
    } else if (const KnownCall* begun = known_call(blocking);
               begun && begun->role >= Call::barrier && begun->role <= Call::other_collective) {
        call.role = begun->role;
    } else {
        call.role = role_by_name(name);
        if (call.role == Call::code) call.role = role_by_name(blocking);
    }
    // Those that neither send nor wait are none between two ranks for Extrae.
    const bool is_other = name.starts_with("Test") || name.starts_with("Start");
    call.paraver_type = paraver_type_of(is_other ? Call::code : call.role);
    return call;
}

Call openmp_call(std::string_view name) {
    Call call{Call::openmp, Call::code, 0, 0};
    if (name == "parallel") call = {Call::openmp, Call::parallel, 60'000'001, 1};
    if (name == "barrier") call.role = Call::barrier;
    if (name == "task") call.role = Call::task;
    if (name == "taskwait" || name == "idle") call.role = Call::wait;
    return call;
}

}  // namespace

std::string blocking_name(std::string_view call) {
    if (call.size() < 2 || call[0] != 'I' || std::islower(static_cast<unsigned char>(call[1])) == 0)
        return std::string(call);
    std::string name(call.substr(1));
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return name;
}

ProgramCall program_call(std::string_view state) {
    if (state.starts_with("MPI_")) return mpi_call(state.substr(4));
    if (state.starts_with("omp_")) return openmp_call(state.substr(4));
    if (state.starts_with("pthread_") || state == "sem_wait")
        return {Call::threads, Call::wait, 0, 0};
    for (const std::string_view name :
         {"read", "write", "pread", "pwrite", "readv", "writev", "fread", "fwrite", "fsync"})
        if (state == name) return {Call::files, Call::file, 0, 0};
    return {};
}

}  // namespace tapestry
