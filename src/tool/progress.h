// SPDX-License-Identifier: Apache-2.0
// One line on a terminal that says what is being done, once it has lasted over a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tapestry {

class Progress {
public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(const std::string& what, std::uint64_t cycles = 0);
    void clear();

private:
    bool terminal_;
    bool shown_ = false;
    std::string what_;
    std::chrono::steady_clock::time_point since_;
};

}  // namespace tapestry
