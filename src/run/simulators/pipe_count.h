// SPDX-License-Identifier: Apache-2.0
// Signals that a simulation writes into a pipe, counted while it runs.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <thread>

#include "base/diagnostics.h"
#include "run/waveform/byte_source.h"

namespace tapestry {

// A pipe with a name, whose end is known: it ends when we say so and whoever else writes has gone.
class NamedPipe {
public:
    explicit NamedPipe(std::filesystem::path path);
    ~NamedPipe() { finish(); }
    NamedPipe(const NamedPipe&) = delete;
    NamedPipe& operator=(const NamedPipe&) = delete;

    bool good() const { return hold_ >= 0; }
    const std::filesystem::path& path() const { return path_; }
    void finish();

private:
    std::filesystem::path path_;
    int hold_ = -1;
};

// Counts what comes out of a pipe, in a thread of its own.
class PipeCount {
public:
    using Count = std::function<void(std::unique_ptr<ByteSource>, Diagnostics&)>;
    PipeCount(const NamedPipe& pipe, Count count);
    ~PipeCount();
    PipeCount(const PipeCount&) = delete;
    PipeCount& operator=(const PipeCount&) = delete;

    // When the pipe has ended. What was said meanwhile goes to `diagnostics`.
    void finish(Diagnostics& diagnostics);

private:
    void count(const Count& count);

    std::unique_ptr<ByteSource> source_;
    std::unique_ptr<ByteSource> rest_;  // takes what is left, so that nobody waits for us
    Diagnostics diagnostics_;
    std::thread thread_;  // last: it uses the others
};

}  // namespace tapestry
