// SPDX-License-Identifier: Apache-2.0
// The folder that -o names. One command at a time works there. What it makes stands in a hidden
// folder inside until it is complete; then it takes the place of what an earlier command left. So a
// command that fails, or is killed at any moment, leaves the earlier run as it was.
#pragma once

#include <filesystem>
#include <memory>

#include "base/diagnostics.h"
#include "base/removed_on_signal.h"
#include "base/result.h"

namespace tapestry {

// A lock on a folder of ours. The system gives it back when its process ends, however that ends.
class FolderLock {
public:
    FolderLock() = default;
    // With patience it waits a moment for one who only looks whether somebody is at work.
    explicit FolderLock(const std::filesystem::path& folder, bool patience = false);
    ~FolderLock();
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    FolderLock(const FolderLock&) = delete;

    bool held() const { return file_ >= 0; }
    bool is_busy() const { return is_busy_; }      // when not held: somebody else holds it
    bool made_mark() const { return made_mark_; }  // the folder had none

private:
    int file_ = -1;
    bool is_busy_ = false;
    bool made_mark_ = false;
};

class OutputFolder {
public:
    // A folder that is not ours is refused, and one that another command works in.
    static Result<OutputFolder> make(const std::filesystem::path& path, Diagnostics& diagnostics);
    // A folder that weave has made, for a run of what is woven there.
    static Result<OutputFolder> make_in_woven(const std::filesystem::path& path,
                                              Diagnostics& diagnostics);
    ~OutputFolder();
    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    OutputFolder(const OutputFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path work() const;  // where things are made

    // Replaces what was there. A new run takes the place of an old one; only newly woven sources
    // take the place of woven sources.
    Result<Done> publish(Diagnostics& diagnostics);

    // What is made beside work() from now on stays, and the folder stays ours, though nothing is
    // published and whatever ends the command. Taken back when nothing was made there.
    void keep(bool kept = true);

private:
    OutputFolder(std::filesystem::path path, FolderLock lock, bool folder_is_new, bool mark_is_new);
    static Result<OutputFolder> locked(const std::filesystem::path& path, bool folder_is_new,
                                       Diagnostics& diagnostics);

    std::filesystem::path path_;
    FolderLock lock_;
    bool folder_is_new_ = false;
    bool mark_is_new_ = false;
    bool kept_ = false;
    bool published_ = false;
    std::unique_ptr<RemovedOnSignal> on_signal_;
};

// Where a command that is at work in the folder makes its things; empty when there is none.
std::filesystem::path work_under_way(const std::filesystem::path& folder);

// Finishes what a killed command has begun to publish, unless another one is at work.
void settle(const std::filesystem::path& folder);

}  // namespace tapestry
