// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hls/ir_reader.h"

namespace tapestry::hls {

namespace {

// A token in the program: data in the low bits, the end flag above.
constexpr unsigned kTokenBits = 128, kEndsBit = 64;

std::uint64_t constant_operand(const llvm::CallInst& i, unsigned operand) {
    const auto* n = llvm::dyn_cast<llvm::ConstantInt>(i.getArgOperand(operand));
    return n ? n->getZExtValue() : ~std::uint64_t{0};
}

// The stream of a call; -1: refused.
int stream_of_call(IrReader& r, const llvm::CallInst& i) {
    const int stream = r.stream_of(i.getArgOperand(0));
    if (stream < 0) {
        r.refuse(
            "which stream this is, is not known when hardware is made",
            "read and write the parameters of the process themselves, not a choice among them");
        return -1;
    }
    const Stream& s = r.made().streams[static_cast<std::size_t>(stream)];
    const std::uint64_t bytes = constant_operand(i, 1);
    if (bytes == 0 || bytes * 8 == s.bits) return stream;
    r.refuse(
        bytes == ~std::uint64_t{0}
            ? std::string("the size of an element is not a constant")
            : fmt::format("an element of {} bytes is moved through '{}', whose elements have {}",
                          bytes, s.name, s.bits / 8),
        "use a variable of the type that co_stream_create is given");
    return -1;
}

Value read_read(IrReader& r, const llvm::CallInst& i) {
    const int stream = stream_of_call(r, i);
    if (stream < 0) return r.constant(kTokenBits, 0);
    Stream& s = r.made().streams[static_cast<std::size_t>(stream)];
    s.is_read = true;
    const Value v = r.add(OpKind::stream_read, s.bits + 1, {});
    r.op(v).stream = stream;
    r.op(v).pops = static_cast<unsigned>(constant_operand(i, 2));
    r.note_access(i, v);
    const Value ends = r.add(OpKind::slice, 1, {v});
    r.op(ends).offset = s.bits;
    const Value token = r.add(OpKind::insert, kTokenBits,
                              {r.resized(r.resized(v, s.bits, false), kTokenBits, false), ends});
    r.op(token).offset = kEndsBit;
    return token;
}

Value read_question(IrReader& r, const llvm::CallInst& i) {
    const int stream = stream_of_call(r, i);
    if (stream < 0) return r.constant(32, 0);
    r.made().streams[static_cast<std::size_t>(stream)].is_read = true;
    const Value v = r.add(OpKind::stream_read, 1, {});
    r.op(v).stream = stream;
    r.op(v).pops = kAsks;
    r.note_access(i, v);
    return r.resized(v, 32, false);
}

Value read_write(IrReader& r, const llvm::CallInst& i) {
    const int stream = stream_of_call(r, i);
    if (stream < 0) return kNone;
    Stream& s = r.made().streams[static_cast<std::size_t>(stream)];
    s.is_written = true;
    const Value data = r.resized(r.value(i.getArgOperand(2)), s.bits, false);
    const Value ends = r.resized(r.value(i.getArgOperand(3)), 1, false);
    Value token = r.resized(data, s.bits + 1, false);
    token = r.add(OpKind::insert, s.bits + 1, {token, ends});
    r.op(token).offset = s.bits;
    const Value v = r.add(OpKind::stream_write, s.bits + 1, {token});
    r.op(v).stream = stream;
    return v;
}

}  // namespace

Value read_stream_call(IrReader& r, const llvm::CallInst& i, const std::string& name) {
    if (name == "hls_stream_read") return read_read(r, i);
    if (name == "hls_stream_write") return read_write(r, i);
    if (name == "hls_stream_has") return read_question(r, i);
    const bool ends = name == "hls_token_ends";
    const Value v = r.add(OpKind::slice, ends ? 1 : kEndsBit, {r.value(i.getArgOperand(0))});
    r.op(v).offset = ends ? kEndsBit : 0;
    return r.resized(v, width_of(i.getType()), false);
}

}  // namespace tapestry::hls
