// SPDX-License-Identifier: Apache-2.0
#include "detect/stream.h"

#include "detect/handshake_stream.h"
#include "detect/hls_stream.h"
#include "detect/interface_stream.h"
#include "detect/struct_port_stream.h"

namespace tapestry {

void find_streams(const Subject& on) {
    const SiblingNames names(on.module);
    for (VarId v = 0; v < on.var_count(); ++v) {
        if (on.module.var(v).is_local || on.module.var(v).is_parameter) continue;
        find_handshakes(on, names, v);
        find_hls_ends(on, names, v);
    }
    find_struct_port_streams(on);
    find_interface_streams(on);
}

}  // namespace tapestry
