// SPDX-License-Identifier: Apache-2.0
// One line on a terminal that says what is being done, once it has lasted over a second.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tapestry {

class Progress {
public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(const std::string& what, std::uint64_t cycles = 0);
    // The same with a bar: `share` is from 0 to 1.
    void show_share(const std::string& what, double share);
    void clear();

private:
    // How long `what` has lasted, where there is somebody to see it and it is worth a line.
    std::optional<double> seconds_to_show(const std::string& what);
    void put(const std::string& line);

    bool terminal_;
    bool shown_ = false;
    std::string what_;
    std::chrono::steady_clock::time_point since_;
};

}  // namespace tapestry
