// SPDX-License-Identifier: Apache-2.0
// How a tap map tells the traces of a recording from those that a user asked for: by the reason of
// the tap. The trace of a handshake has the path of its stream and two bits, valid and ready.
#pragma once

#include <string_view>

namespace tapestry {

inline constexpr std::string_view kRecordsHandshake = "every change of the handshake is recorded";

// The state register of a machine is recorded beside its channels, for a machine knows when it
// waits.
inline constexpr std::string_view kRecordsMachine = "every change of the state machine is recorded";

// The reason of a stream ends so where its signals say whenever its process waits for it.
inline constexpr std::string_view kBlockNetSays = "; its block net says when it waits";

}  // namespace tapestry
