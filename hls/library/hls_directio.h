// SPDX-License-Identifier: Apache-2.0
// Numbers that go by themselves between a function and its outside, each with a handshake.
#ifndef TAPESTRY_HLS_DIRECTIO_H
#define TAPESTRY_HLS_DIRECTIO_H

#include "hls_stream.h"

namespace hls {

template <class T>
class ap_hs : public stream<T> {
public:
    bool valid() { return !this->empty(); }
    bool ready() { return !this->full(); }
};

}  // namespace hls

#endif
