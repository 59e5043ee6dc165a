// SPDX-License-Identifier: Apache-2.0
// Runs another program. The arguments are a list, and no shell is involved.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tapestry {

struct Command {
    std::vector<std::string> words;   // the program, looked up on the PATH, then its arguments
    std::filesystem::path folder;     // working directory; empty: the current one
    std::filesystem::path output;     // file that receives stdout and stderr together
    std::chrono::seconds timeout{0};  // 0: none. On time-out TERM, then KILL after a grace period
    std::chrono::seconds grace{1};
    std::filesystem::path fence;  // the only folder it can write to (base/fence.h); empty: anywhere
    std::uint64_t memory_bytes = 0;  // limit of its address space; 0: none
    bool unlimited_stack = false;    // as deep as the system allows
    bool ends_alone = false;         // a signal to us ends only the program, not us
    std::function<void()> on_tick;   // called about ten times a second while it runs
};

struct Exit {
    enum class How { exited, signalled, timed_out, interrupted, not_found } how = How::exited;
    int status = 0;  // exit status, or signal number
    double seconds = 0;

    bool good() const { return how == How::exited && status == 0; }
    std::string to_text() const;  // "exited with status 3", "was ended by signal 6 (Aborted)", …
};

// Waits for the program to end, then ends any processes that it left running. If INT, TERM or HUP
// reaches us, the program gets TERM, so that a woven simulation can still write its reading; a
// second signal sends KILL. The program never outlives us, however we end.
Exit run(const Command& command);

class SignalGuard;

// While one exists, a signal that would end us ends the programs that we run, and those that are
// started later, but not us: so that what was done before them can still be kept.
class OutlastSignals {
public:
    OutlastSignals();
    ~OutlastSignals();
    OutlastSignals(const OutlastSignals&) = delete;
    OutlastSignals& operator=(const OutlastSignals&) = delete;

    bool caught() const;

private:
    std::unique_ptr<SignalGuard> guard_;
};

// The full path of a program on the PATH.
std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace tapestry
