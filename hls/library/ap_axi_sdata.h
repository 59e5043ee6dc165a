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
    ap_uint<axis_bits(USER)> get_user() const { return user; }
    void set_user(const ap_uint<axis_bits(USER)>& value) { user = value; }
    ap_uint<axis_bits(ID)> get_id() const { return id; }
    void set_id(const ap_uint<axis_bits(ID)>& value) { id = value; }
    ap_uint<axis_bits(DEST)> get_dest() const { return dest; }
    void set_dest(const ap_uint<axis_bits(DEST)>& value) { dest = value; }
    ap_uint<axis_bits((BITS + 7) / 8)> get_strb() const { return strb; }
    void set_strb(const ap_uint<axis_bits((BITS + 7) / 8)>& value) { strb = value; }
    ap_uint<axis_bits((BITS + 7) / 8)> get_keep() const { return keep; }
    void set_keep(const ap_uint<axis_bits((BITS + 7) / 8)>& value) { keep = value; }
    void keep_all() { keep = ~ap_uint<axis_bits((BITS + 7) / 8)>(0); }
};

}  // namespace hls

// Which side channels an element has, for axis_data and axis_user.
#define AXIS_ENABLE_DATA 0b00000001
#define AXIS_ENABLE_DEST 0b00000010
#define AXIS_ENABLE_ID 0b00000100
#define AXIS_ENABLE_KEEP 0b00001000
#define AXIS_ENABLE_LAST 0b00010000
#define AXIS_ENABLE_STRB 0b00100000
#define AXIS_ENABLE_USER 0b01000000
#define AXIS_DISABLE_ALL 0b00000000
#define AXIS_ENABLE_ALL 0b01111111

namespace hls {

template <class T>
struct axis_bits_of {
    static constexpr int value = sizeof(T) * 8;
};
template <int BITS>
struct axis_bits_of<ap_uint<BITS>> {
    static constexpr int value = BITS;
};
template <int BITS>
struct axis_bits_of<ap_int<BITS>> {
    static constexpr int value = BITS;
};

template <class T, int USER = 0, int ID = 0, int DEST = 0, int ENABLED = AXIS_ENABLE_ALL,
          bool STRICT = false>
using axis = axis_element<T, axis_bits_of<T>::value, USER, ID, DEST>;
template <class T, int ENABLED = AXIS_ENABLE_KEEP | AXIS_ENABLE_LAST | AXIS_ENABLE_STRB>
using axis_data = axis_element<T, axis_bits_of<T>::value>;
template <int USER, int ENABLED = AXIS_ENABLE_KEEP | AXIS_ENABLE_LAST | AXIS_ENABLE_STRB>
using axis_user = axis_element<ap_uint<1>, 1, USER>;

}  // namespace hls

template <int BITS, int USER = 0, int ID = 0, int DEST = 0, int ENABLED = AXIS_ENABLE_ALL,
          bool STRICT = false>
using ap_axiu = hls::axis_element<ap_uint<BITS>, BITS, USER, ID, DEST>;
template <int BITS, int USER = 0, int ID = 0, int DEST = 0, int ENABLED = AXIS_ENABLE_ALL,
          bool STRICT = false>
using ap_axis = hls::axis_element<ap_int<BITS>, BITS, USER, ID, DEST>;

#endif
