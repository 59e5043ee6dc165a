// SPDX-License-Identifier: Apache-2.0
// Separates reports from the application's data in a recorded stream of the inband link.
#pragma once

#include "link/packet.h"

namespace tapestry {

struct Separated {
    Bytes reports;      // packets of the hub
    Bytes application;  // the application's own packets, in the form of the recording
};

Separated reports_of(const Bytes& recording);

}  // namespace tapestry
