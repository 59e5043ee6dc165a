// SPDX-License-Identifier: Apache-2.0
// Ranks of several MPI_COMM_WORLDs in one run, as of two mpirun or of spawned processes: a rank is
// known by its world and its number in it.
#pragma once

#include <map>
#include <vector>

#include "software/recording/recording.h"

namespace tapestry {

// In place of a recording, of a rank that left none.
inline constexpr int kNoRecording = -3;

class Worlds {
public:
    // The recordings must stay in their order. Worlds are numbered in the order of their starts.
    explicit Worlds(const std::vector<Recording>& recordings);

    std::size_t count() const { return first_.size(); }
    int of(const Recording& r) const;  // number of its world; -1: it is no rank
    // The index of the recording of a rank of that world. What is no rank (-1: all,
    // TAPESTRY_STRANGER) stays as it is.
    int process(int world, int rank) const;

private:
    std::map<std::uint64_t, std::uint64_t> first_;  // by world: its start
    std::map<std::uint64_t, int> number_;
    std::map<std::pair<int, int>, int> process_;
};

}  // namespace tapestry
