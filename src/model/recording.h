// SPDX-License-Identifier: Apache-2.0
// How a tap map tells the traces that record handshakes from those that a user asked for: by the
// reason of the tap. Such a trace has the path of its stream and two bits, valid and ready.
#pragma once

#include <string_view>

namespace tapestry {

inline constexpr std::string_view kRecordsHandshake = "every change of the handshake is recorded";

}  // namespace tapestry
