// SPDX-License-Identifier: Apache-2.0
// Keeps a program from writing anywhere but below one folder: Landlock of Linux, which needs no
// rights. Reading stays free.
#pragma once

#include <filesystem>

namespace tapestry {

class Fence {
public:
    // Made before the fork, because the child may not allocate. An empty folder: no fence.
    explicit Fence(const std::filesystem::path& folder);
    ~Fence();
    Fence(const Fence&) = delete;
    Fence& operator=(const Fence&) = delete;

    // In the child, which cannot be let out again, nor can what it starts. True where there is
    // nothing to close; false when it could not be closed, and then nothing may be run.
    bool close_in() const;

    // Whether this system can do it.
    static bool is_possible();

private:
    bool wanted_ = false;
    int rules_ = -1;
};

}  // namespace tapestry
