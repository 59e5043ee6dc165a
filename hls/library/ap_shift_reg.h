// SPDX-License-Identifier: Apache-2.0
// ap_shift_reg with the public names: N elements, of which each shift moves all by one.
#ifndef TAPESTRY_AP_SHIFT_REG_H
#define TAPESTRY_AP_SHIFT_REG_H

template <class T, unsigned N = 32>
class ap_shift_reg {
public:
    ap_shift_reg() = default;
    explicit ap_shift_reg(const char*) {}
    ap_shift_reg(const ap_shift_reg&) = delete;
    ap_shift_reg& operator=(const ap_shift_reg&) = delete;

    // Moves all by one and puts `value` in front, if `enable` says so; returns the element at
    // `address`, from before.
    T shift(T value, unsigned address = N - 1, bool enable = true) {
        const T out = elements_[address];
        if (enable) {
            _Pragma("clang loop unroll(full)") for (unsigned i = N - 1; i > 0; --i) elements_[i] =
                elements_[i - 1];
            elements_[0] = value;
        }
        return out;
    }
    T read(unsigned address = N - 1) const { return elements_[address]; }

private:
    T elements_[N] = {};
};

#endif
