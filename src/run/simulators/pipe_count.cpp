// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/pipe_count.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vector>

namespace tapestry {

NamedPipe::NamedPipe(std::filesystem::path path) : path_(std::move(path)) {
    if (mkfifo(path_.c_str(), 0600) == 0) hold_ = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
    // A wish: in a larger one both ends wait less often for each other.
    if (hold_ >= 0) fcntl(hold_, F_SETPIPE_SZ, 1 << 20);
}

void NamedPipe::finish() {
    if (hold_ < 0) return;
    ::close(hold_);
    hold_ = -1;
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

PipeCount::PipeCount(const NamedPipe& pipe, Count count)
    : source_(open_file(pipe.path())), rest_(open_file(pipe.path())) {
    thread_ = std::thread([this, count = std::move(count)] { this->count(count); });
}

PipeCount::~PipeCount() {
    if (thread_.joinable()) thread_.join();
}

void PipeCount::count(const Count& count) {
    if (!source_ || !rest_) return;
    count(std::move(source_), diagnostics_);
    std::vector<char> ignored(std::size_t{1} << 16);
    while (rest_->read(ignored.data(), ignored.size()) > 0) {
    }
}

void PipeCount::finish(Diagnostics& diagnostics) {
    if (thread_.joinable()) thread_.join();
    for (const Diagnostic& d : diagnostics_.all()) diagnostics.add(d);
}

}  // namespace tapestry
