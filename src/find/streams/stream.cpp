// SPDX-License-Identifier: Apache-2.0
#include "find/streams/stream.h"

#include "find/streams/handshake_stream.h"
#include "find/streams/hls_stream.h"
#include "find/streams/interface_stream.h"
#include "find/streams/struct_port_stream.h"

namespace tapestry {

void find_streams(const Subject& on) {
    const SiblingNames names(on.module);
    for (const VarId v : on.vars()) {
        if (on.module.var(v).is_local || on.module.var(v).is_parameter) continue;
        find_handshakes(on, names, v);
        find_hls_ends(on, names, v);
    }
    find_struct_port_streams(on);
    find_interface_streams(on);
}

}  // namespace tapestry
