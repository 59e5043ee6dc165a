// SPDX-License-Identifier: Apache-2.0
// What the processes of one merge tell each other: recordings without their states, and messages.
// Numbers have the byte order of the machine, as in recordings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "software/recording/messages.h"
#include "software/recording/recording.h"

namespace tapestry {

// Recordings without their states. They begin with their first thread or state from now on, so that
// every process of the merge sorts them alike.
std::string summaries_to_bytes(std::vector<Recording>& recordings);
// Nothing when the bytes are none, whatever they hold.
std::optional<std::vector<Recording>> summaries_from_bytes(std::string_view bytes);

std::string messages_to_bytes(const std::vector<RankMessages>& messages);
std::optional<std::vector<RankMessages>> messages_from_bytes(std::string_view bytes);

}  // namespace tapestry
