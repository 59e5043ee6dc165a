// SPDX-License-Identifier: Apache-2.0
// Restricts a child process to writing below one folder, by Linux Landlock, which needs no
// privileges. Reading stays unrestricted.
#pragma once

#include <filesystem>

namespace tapestry {

class Fence {
public:
    // Construct it before the fork, because the child must not allocate. An empty folder means no
    // restriction.
    explicit Fence(const std::filesystem::path& folder);
    ~Fence();
    Fence(const Fence&) = delete;
    Fence& operator=(const Fence&) = delete;

    // Called in the child. The restriction cannot be lifted again and is inherited by all its
    // children. Returns true if there is nothing to restrict; on false the child must not run
    // anything.
    bool close_in() const;

    // True if this kernel supports Landlock.
    static bool is_possible();

private:
    bool wanted_ = false;
    int rules_ = -1;
};

}  // namespace tapestry
