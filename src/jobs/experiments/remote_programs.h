// SPDX-License-Identifier: Apache-2.0
// Under mpirun, the first process works as if it were alone and gives programs to run to the
// others, which may be on other machines. RemotePrograms and their outcome are files in a folder
// that all of them see, beside the output of the first one, and gone in the end.
#pragma once

#include <filesystem>
#include <vector>

#include "base/process.h"
#include "base/process_group.h"

namespace tapestry {

// In the first process.
class RemotePrograms {
public:
    // Nothing is done in a group of one.
    RemotePrograms(const ProcessGroup& group, const std::filesystem::path& output);
    RemotePrograms(const RemotePrograms&) = delete;
    RemotePrograms& operator=(const RemotePrograms&) = delete;
    ~RemotePrograms();  // sends the others home

    int helpers() const { return group_.size - 1; }
    // By one of them, counted from 1; waits for the end. Each has one program at a time.
    Exit run(const Command& command, int helper);

private:
    ProcessGroup group_;
    std::filesystem::path folder_;
    std::vector<int> sent_;  // that each has had
};

// In another process: runs what the first one gives it, until that is done.
void serve_remote_programs(const ProcessGroup& group, const std::filesystem::path& output);

}  // namespace tapestry
