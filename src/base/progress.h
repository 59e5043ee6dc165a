// SPDX-License-Identifier: Apache-2.0
// A progress line on the terminal. It appears once the current work has lasted over a second.
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
    // The same with a progress bar; `share` is between 0 and 1.
    void show_share(const std::string& what, double share);
    void clear();

private:
    // How long `what` has lasted; nothing if stderr is no terminal or the time is too short to
    // show.
    std::optional<double> seconds_to_show(const std::string& what);
    void put(const std::string& line);

    bool terminal_;
    bool shown_ = false;
    std::string what_;
    std::chrono::steady_clock::time_point since_;
};

}  // namespace tapestry
