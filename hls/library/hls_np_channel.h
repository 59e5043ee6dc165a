// SPDX-License-Identifier: Apache-2.0
// One stream that becomes several, and several that become one, in turn. To give an element to
// whoever is free would make a result depend on who is faster.
#ifndef TAPESTRY_HLS_NP_CHANNEL_H
#define TAPESTRY_HLS_NP_CHANNEL_H

#include "hls_task.h"

namespace hls {

template <class T, int PORTS>
void split_in_turn(stream<T>& in, stream<T>* out) {
#pragma clang loop unroll(full)
    for (int i = 0; i < PORTS; ++i) out[i].write(in.read());
}

template <class T, int PORTS>
void merge_in_turn(stream<T>* in, stream<T>& out) {
#pragma clang loop unroll(full)
    for (int i = 0; i < PORTS; ++i) out.write(in[i].read());
}

namespace split {

template <class T, int PORTS, int DEPTH = 0, int PORT_DEPTH = 0>
struct round_robin {
    stream<T> in, out[PORTS];
    task turns;
    round_robin() {
        if (DEPTH > 0) hls_queue_depth(&in, DEPTH);
        if (PORT_DEPTH > 0) hls_queue_depth(out, PORT_DEPTH);
        turns(split_in_turn<T, PORTS>, in, out);
    }
};

template <class T, int PORTS, int DEPTH = 0, int PORT_DEPTH = 0>
struct __attribute__((unavailable("who is faster would decide the result: use split::round_robin")))
load_balance {};

}  // namespace split

namespace merge {

template <class T, int PORTS, int DEPTH = 0, int PORT_DEPTH = 0>
struct round_robin {
    stream<T> in[PORTS], out;
    task turns;
    round_robin() {
        if (DEPTH > 0) hls_queue_depth(&out, DEPTH);
        if (PORT_DEPTH > 0) hls_queue_depth(in, PORT_DEPTH);
        turns(merge_in_turn<T, PORTS>, in, out);
    }
};

template <class T, int PORTS, int DEPTH = 0, int PORT_DEPTH = 0>
struct __attribute__((unavailable("who is faster would decide the result: use merge::round_robin")))
load_balance {};

}  // namespace merge

}  // namespace hls

#endif
