// SPDX-License-Identifier: Apache-2.0
// A board that is read over its link while the user's program drives it.
#pragma once

#include <atomic>
#include <future>
#include <thread>

#include "jobs/board/board_reading.h"
#include "run/board/session.h"
#include "software/recording/board_clock_points.h"

namespace tapestry {

class BoardWatch {
public:
    // From then on the board counts for this run, once it is ready.
    BoardWatch(OpenBoard board, SessionOptions session);
    ~BoardWatch();
    BoardWatch(const BoardWatch&) = delete;
    BoardWatch& operator=(const BoardWatch&) = delete;

    // Waits until the board counts. False when it cannot be read; `finish` says why.
    bool is_ready();
    // Makes the last cut.
    Result<Collected> finish(Diagnostics& diagnostics);
    // Path of the hub's clock in the design.
    const std::string& clock() const;

private:
    void watch();

    OpenBoard board_;
    SessionOptions session_;
    Diagnostics said_;
    std::optional<Result<Collected>> collected_;  // by its thread
    std::promise<bool> ready_;
    std::atomic<bool> was_ready_ = false;
    std::atomic<bool> goes_on_ = true;
    std::thread thread_;
};

// Leaves both beside the recordings, where merge finds them.
Result<Done> store_board_files(const BoardWatch& watch, const Collected& collected,
                               const std::filesystem::path& folder, Diagnostics& diagnostics);
// Adds what such files in the folders of recordings tell of clocks.
void add_boards(std::vector<Recording>& recordings,
                const std::vector<std::filesystem::path>& files);

}  // namespace tapestry
