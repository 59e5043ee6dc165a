// SPDX-License-Identifier: Apache-2.0
// A fork of this process that sends us bytes: for work on untrusted input that may crash or hang.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "run/waveform/byte_source.h"

namespace tapestry {

// Resource limits of the fork.
struct ChildLimits {
    std::uint64_t cpu_seconds = 0;
    std::uint64_t memory_bytes = 0;
};

// Enough for a valid file of this size, and little for a small one.
ChildLimits limits_for(std::uint64_t file_bytes);

// The stream of bytes ends when the fork does, or when it has been silent for too long.
class ChildProcess : public ByteSource {
public:
    // `work` runs in the fork, writes to `pipe`, and must not return.
    ChildProcess(const ChildLimits& limits, const std::function<void(int pipe)>& work);
    ~ChildProcess() override;  // kills it if it still runs
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    std::size_t read(char* to, std::size_t size) override;
    std::uint64_t size() const override { return 0; }

    // After the last byte: how the process ended, as a clause; empty if it exited with status 0.
    std::string ending();

private:
    ChildLimits limits_;
    pid_t process_ = -1;
    int pipe_ = -1;
    bool silent_ = false;
};

}  // namespace tapestry
