// SPDX-License-Identifier: Apache-2.0
// Files in which the processes of one merge exchange messages and the waits found in them, however
// many there are: records as they are in memory, behind them the calls that messages number.
#pragma once

#include <filesystem>
#include <fstream>

#include "base/diagnostics.h"
#include "base/result.h"
#include "software/recording/mapped_file.h"
#include "software/recording/messages.h"
#include "software/recording/waits.h"

namespace tapestry {

class MessageFile {
public:
    explicit MessageFile(std::filesystem::path path);

    MessageCalls& calls() { return calls_; }
    void add(const RankMessage& message);
    Result<Done> finish(Diagnostics& diagnostics);

private:
    std::filesystem::path path_;
    std::ofstream file_;
    MessageCalls calls_;
};

// Whether it is such a file, all of which was added.
bool add_messages(const MappedFile& file, MessageJoiner& joiner);

Result<Done> write_waits(const ThreadWaits& waits, const std::filesystem::path& path,
                         Diagnostics& diagnostics);
bool add_waits(const MappedFile& file, ThreadWaits& waits);

}  // namespace tapestry
