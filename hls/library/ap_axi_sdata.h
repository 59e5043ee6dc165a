// SPDX-License-Identifier: Apache-2.0
// Elements of an AXI4-Stream with their side channels, with the public names. A channel of no bits
// is a byte that nobody uses.
#ifndef TAPESTRY_AP_AXI_SDATA_H
#define TAPESTRY_AP_AXI_SDATA_H

#include "ap_int.h"

namespace hls {

constexpr int axis_bits(int bits) { return bits > 0 ? bits : 1; }

template <class T, int BITS, int USER = 0, int ID = 0, int DEST = 0>
struct axis_element {
    T data;
    ap_uint<axis_bits((BITS + 7) / 8)> keep;
    ap_uint<axis_bits((BITS + 7) / 8)> strb;
    ap_uint<axis_bits(USER)> user;
    ap_uint<1> last;
    ap_uint<axis_bits(ID)> id;
    ap_uint<axis_bits(DEST)> dest;

    ap_uint<1> get_last() const { return last; }
    void set_last(ap_uint<1> value) { last = value; }
    T get_data() const { return data; }
    void set_data(const T& value) { data = value; }
    ap_uint<axis_bits((BITS + 7) / 8)> get_keep() const { return keep; }
    void set_keep(const ap_uint<axis_bits((BITS + 7) / 8)>& value) { keep = value; }
    void keep_all() { keep = ~ap_uint<axis_bits((BITS + 7) / 8)>(0); }
};

template <class T, int USER = 0, int ID = 0, int DEST = 0>
using axis = axis_element<T, sizeof(T) * 8, USER, ID, DEST>;

}  // namespace hls

template <int BITS, int USER = 0, int ID = 0, int DEST = 0>
using ap_axiu = hls::axis_element<ap_uint<BITS>, BITS, USER, ID, DEST>;
template <int BITS, int USER = 0, int ID = 0, int DEST = 0>
using ap_axis = hls::axis_element<ap_int<BITS>, BITS, USER, ID, DEST>;

#endif
