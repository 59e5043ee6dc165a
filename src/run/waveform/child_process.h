// SPDX-License-Identifier: Apache-2.0
// A fork of this process that writes to us: for work on bytes that may crash it or never end.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "run/waveform/byte_source.h"

namespace tapestry {

// What a fork may take before the system ends it.
struct ChildLimits {
    std::uint64_t cpu_seconds = 0;
    std::uint64_t memory_bytes = 0;
};

// Enough for honest work on a file of this size, and little for a small one.
ChildLimits limits_for(std::uint64_t file_bytes);

// The bytes that the fork writes to its pipe end with it, or when it has been silent for too long.
class ChildProcess : public ByteSource {
public:
    // `work` runs in the fork, with the end of the pipe to write to, and must not return.
    ChildProcess(const ChildLimits& limits, const std::function<void(int pipe)>& work);
    ~ChildProcess() override;  // kills it if it still runs
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    std::size_t read(char* to, std::size_t size) override;
    std::uint64_t size() const override { return 0; }

    // After the end of its bytes: how it went, as a clause; empty when it exited with status 0.
    std::string ending();

private:
    ChildLimits limits_;
    pid_t process_ = -1;
    int pipe_ = -1;
    bool silent_ = false;
};

}  // namespace tapestry
