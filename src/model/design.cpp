// SPDX-License-Identifier: Apache-2.0
#include "model/design.h"

namespace tapestry {

std::uint32_t Design::width_of(TypeId type) const {
    return type == kNone ? 0 : types[static_cast<std::size_t>(type)].width;
}

}  // namespace tapestry
