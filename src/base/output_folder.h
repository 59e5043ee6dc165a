// SPDX-License-Identifier: Apache-2.0
// The output folder of a command (-o). One command at a time works in it. Results are made in a
// hidden subfolder and, once complete, replace the results of an earlier command. A command that
// fails, or is killed at any moment, therefore leaves the earlier run intact.
#pragma once

#include <filesystem>
#include <memory>

#include "base/diagnostics.h"
#include "base/removed_on_signal.h"
#include "base/result.h"

namespace tapestry {

// A lock on an output folder. The operating system releases it when the process ends, however it
// ends.
class FolderLock {
public:
    FolderLock() = default;
    // With `patience` it retries for a moment, because the holder may only be checking whether
    // another command is active.
    explicit FolderLock(const std::filesystem::path& folder, bool patience = false);
    ~FolderLock();
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&&) = delete;
    FolderLock(const FolderLock&) = delete;

    bool held() const { return file_ >= 0; }
    bool is_busy() const { return is_busy_; }      // if not held: another process holds it
    bool made_mark() const { return made_mark_; }  // this lock created the mark file

private:
    int file_ = -1;
    bool is_busy_ = false;
    bool made_mark_ = false;
};

class OutputFolder {
public:
    // Refuses a folder that Tapestry did not create, and one in which another command is active.
    static Result<OutputFolder> make(const std::filesystem::path& path, Diagnostics& diagnostics);
    // Opens a folder made by `weave`, for a run of the sources woven there.
    static Result<OutputFolder> make_in_woven(const std::filesystem::path& path,
                                              Diagnostics& diagnostics);
    ~OutputFolder();
    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    OutputFolder(const OutputFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path work() const;  // the hidden folder in which results are made

    // Replaces the earlier results. A new run replaces an old run; woven sources are replaced only
    // by newly woven ones.
    Result<Done> publish(Diagnostics& diagnostics);

    // From now on, files made next to work() survive and the folder stays marked as ours, even if
    // nothing is published and however the command ends. keep(false) revokes this when no such file
    // was made.
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

// The work() of the command that is active in the folder; empty if there is none.
std::filesystem::path work_under_way(const std::filesystem::path& folder);

// Completes the publish() of a command that was killed in the middle, unless another command is
// active.
void settle(const std::filesystem::path& folder);

}  // namespace tapestry
