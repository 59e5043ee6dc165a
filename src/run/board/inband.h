// SPDX-License-Identifier: Apache-2.0
// Separates reports from the application's data in a recorded stream of the inband link.
#pragma once

#include <cstddef>

#include "run/board/packet.h"

namespace tapestry {

struct Separated {
    Bytes reports;      // packets of the hub
    Bytes application;  // what the application sent, unchanged
};

// `recording` holds complete beats of `beat_bytes` each. The mark is a beat after which the next
// beat is not plain application data.
Separated separate(const Bytes& recording, std::size_t beat_bytes);

}  // namespace tapestry
