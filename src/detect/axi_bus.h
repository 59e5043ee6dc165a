// SPDX-License-Identifier: Apache-2.0
// AXI4 and AXI-Lite: the channels of one port are streams that share a stem (s_axi_aw, s_axi_w,
// s_axi_b, s_axi_ar, s_axi_r). They must have been found before.
#pragma once

#include "detect/sibling_names.h"
#include "detect/subject.h"

namespace tapestry {

void find_axi_buses(const Subject& on, const SiblingNames& names);

}  // namespace tapestry
