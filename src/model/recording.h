// SPDX-License-Identifier: Apache-2.0
// How a tap map distinguishes the traces of a recording from traces requested by the user: by the
// reason of the tap. The trace of a handshake has the path of its stream and two bits, valid and
// ready.
#pragma once

#include <string_view>

namespace tapestry {

inline constexpr std::string_view kRecordsHandshake = "every change of the handshake is recorded";

// The state register of a machine is recorded too, because its state shows when the machine waits.
inline constexpr std::string_view kRecordsMachine = "every change of the state machine is recorded";

// The suffix of a stream's reason if its signals show every wait of its process.
inline constexpr std::string_view kBlockNetSays = "; its block net says when it waits";

}  // namespace tapestry
