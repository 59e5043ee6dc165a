// SPDX-License-Identifier: Apache-2.0
// Files to remove when INT, TERM or HUP ends the program. The handler prints that the program was
// interrupted and then ends it by the same signal.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

class RemovedOnSignal {
public:
    // Removes `paths` recursively, then `folder` if it is empty; "" means no folder.
    RemovedOnSignal(std::vector<std::string> paths, std::string folder);
    ~RemovedOnSignal();
    RemovedOnSignal(const RemovedOnSignal&) = delete;
    RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;

    void remove() const;  // may be called from a signal handler

private:
    std::vector<std::string> words_;  // argv of `rm`
    std::vector<char*> argv_;
    std::string folder_;
};

}  // namespace tapestry
