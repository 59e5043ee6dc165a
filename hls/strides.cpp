// SPDX-License-Identifier: Apache-2.0
#include "hls/strides.h"

#include <charconv>

namespace tapestry::hls {

namespace {

using Stride = std::optional<std::int64_t>;

constexpr int kDeepest = 32;

Stride constant_stride(const Op& op) {
    if (op.kind != OpKind::constant || op.width == 0 || op.width > 64) return std::nullopt;
    std::uint64_t bits = 0;
    const char* const end = op.digits.data() + op.digits.size();
    if (std::from_chars(op.digits.data(), end, bits, 16).ptr != end) return std::nullopt;
    const unsigned unused = 64 - op.width;
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

class Strides {
public:
    Strides(const Kernel& kernel, int block) : kernel_(kernel), block_(block) {
        for (const Loop& l : kernel.loops)
            is_flattened_ |= l.header == block && l.flattened_into >= 0;
    }

    Stride of(Value v, int depth) const {
        const Op& op = kernel_.op(v);
        if (op.kind <= OpKind::thread_number || op.block != block_) return 0;
        if (depth > kDeepest) return std::nullopt;
        switch (op.kind) {
            case OpKind::phi:
                return of_phi(v);
            case OpKind::select:
                return of_select(v);
            // clang writes a sum of values with disjoint bits as `or`.
            case OpKind::bit_or:
            case OpKind::add:
                return sum(of(op.operands[0], depth + 1), of(op.operands[1], depth + 1), 1);
            case OpKind::sub:
                return sum(of(op.operands[0], depth + 1), of(op.operands[1], depth + 1), -1);
            case OpKind::shl:
                return times(of(op.operands[0], depth + 1),
                             constant_stride(kernel_.op(op.operands[1])), true);
            case OpKind::mul:
                return times(of(op.operands[0], depth + 1),
                             constant_stride(kernel_.op(op.operands[1])), false);
            case OpKind::zext:
            case OpKind::sext:
            case OpKind::trunc:
                return of(op.operands[0], depth + 1);
            default:
                return std::nullopt;
        }
    }

private:
    // The next iteration gets this one's value plus a constant. In a flattened nest, the outer
    // loop's value stays unchanged in most iterations.
    Stride of_phi(Value phi) const {
        const Op& op = kernel_.op(phi);
        for (std::size_t k = 0; k < op.operands.size(); ++k) {
            if (op.from[k] != block_) continue;
            const Op& next = kernel_.op(op.operands[k]);
            if (is_chosen(op.operands[k]) && phi_in(op.operands[k], 0) == phi) return 0;
            if (next.kind != OpKind::add || next.block != block_) return std::nullopt;
            for (std::size_t side = 0; side < 2; ++side)
                if (next.operands[side] == phi || phi_in(next.operands[side], 0) == phi)
                    return constant_stride(kernel_.op(next.operands[1 - side]));
        }
        return std::nullopt;
    }

    // Flattened nests: selects between the inner loop's initial value and its carried one.
    Stride of_select(Value v) const {
        const Value phi = phi_in(v, 0);
        return phi == kNone ? std::nullopt : of_phi(phi);
    }

    bool is_chosen(Value v) const {
        const Op& op = kernel_.op(v);
        return is_flattened_ && op.kind == OpKind::select && op.block == block_;
    }

    // The value of a select while no loop restarts; kNone: it is not such a select.
    Value phi_in(Value v, int depth) const {
        if (!is_chosen(v) || depth > kDeepest) return kNone;
        const Value otherwise = kernel_.op(v).operands[2];
        const Op& op = kernel_.op(otherwise);
        return op.kind == OpKind::phi && op.block == block_ ? otherwise
                                                            : phi_in(otherwise, depth + 1);
    }

    static Stride sum(Stride a, Stride b, int sign) {
        if (!a || !b) return std::nullopt;
        return *a + sign * *b;
    }

    static Stride times(Stride a, Stride number, bool is_shift) {
        if (!a || !number || (is_shift && (*number < 0 || *number > 31))) return std::nullopt;
        return is_shift ? *a * (std::int64_t{1} << *number) : *a * *number;
    }

    const Kernel& kernel_;
    const int block_;
    bool is_flattened_ = false;
};

}  // namespace

std::optional<std::int64_t> stride_of(const Kernel& kernel, Value v, int block) {
    return Strides(kernel, block).of(v, 0);
}

}  // namespace tapestry::hls
