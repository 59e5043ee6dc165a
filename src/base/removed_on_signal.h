// SPDX-License-Identifier: Apache-2.0
// What goes when INT, TERM or HUP ends the program. The program says that it was interrupted, and
// ends by that signal.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

class RemovedOnSignal {
public:
    // `paths` go with all that is in them, then `folder` if it is empty; "" for no folder.
    RemovedOnSignal(std::vector<std::string> paths, std::string folder);
    ~RemovedOnSignal();
    RemovedOnSignal(const RemovedOnSignal&) = delete;
    RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;

    void remove() const;  // may be called from a signal handler

private:
    std::vector<std::string> words_;  // a command line
    std::vector<char*> argv_;
    std::string folder_;
};

}  // namespace tapestry
