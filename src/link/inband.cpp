// SPDX-License-Identifier: Apache-2.0
#include "link/inband.h"

namespace tapestry {

Separated reports_of(const Bytes& recording) { return {recording, {}}; }

}  // namespace tapestry
