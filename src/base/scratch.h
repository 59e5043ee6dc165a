// SPDX-License-Identifier: Apache-2.0
// A temporary folder that is removed when the command ends.
#pragma once

#include <filesystem>
#include <memory>

#include "base/diagnostics.h"
#include "base/removed_on_signal.h"

namespace tapestry {

// A private folder below the system's temporary folder. Those that commands left there which were
// killed are removed first: a file in each is locked for as long as its command lives.
class Scratch {
public:
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    const std::filesystem::path& path() const { return path_; }
    bool good() const { return !path_.empty(); }

private:
    std::filesystem::path path_;
    int alive_ = -1;  // the locked file
    std::unique_ptr<RemovedOnSignal> on_signal_;
};

// Returns false and reports a diagnostic if the folder could not be created.
Result<Done> is_usable(const Scratch& scratch, Diagnostics& diagnostics);

}  // namespace tapestry
