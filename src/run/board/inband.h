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

// `recording` holds the beats of the stream in full, `beat_bytes` each. A beat of the mark says
// that the next one is no plain beat of the application.
Separated separate(const Bytes& recording, std::size_t beat_bytes);

}  // namespace tapestry
