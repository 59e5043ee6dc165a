// SPDX-License-Identifier: Apache-2.0
// Serialises recordings without states and messages, which the processes of one merge exchange
// (share_messages.h has the rest). Numbers have native byte order, as in recordings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "software/recording/recording.h"

namespace tapestry {

// Serialises recordings without their states. Also sets each recording's start to its first thread
// or state, so that every process of the merge sorts them the same way.
std::string summaries_to_bytes(std::vector<Recording>& recordings);
// Nothing if the bytes are malformed, whatever they contain.
std::optional<std::vector<Recording>> summaries_from_bytes(std::string_view bytes);

}  // namespace tapestry
