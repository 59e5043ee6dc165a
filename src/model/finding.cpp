// SPDX-License-Identifier: Apache-2.0
#include "model/finding.h"

namespace tapestry {

namespace {

Bit net(const Design& design, const Finding& f, VarId var, const std::optional<Bit>& bit) {
    if (bit) return *bit;
    return handshake_bit(design, design.modules[f.module], var, f.element);
}

}  // namespace

Bit valid_net(const Design& design, const Finding& f) {
    return net(design, f, f.valid, f.valid_bit);
}
Bit ready_net(const Design& design, const Finding& f) {
    return net(design, f, f.ready, f.ready_bit);
}

}  // namespace tapestry
