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

namespace {

constexpr const char* kWhichHint =
    "choose among streams with a constant: unroll the loop around it with #pragma HLS UNROLL";

// Whether a stream is empty, or full, depends on who is faster, unless the program is at its other
// end, which takes no time.
Value read_queue_state(IrReader& r, const llvm::CallInst& i, const std::string& name) {
    const int end = r.queue_end(*i.getArgOperand(0), 0, name == "hls_queue_full");
    if (end < 0) {
        r.refuse("which stream this is, is not known when hardware is made", kWhichHint);
    } else if (name == "hls_queue_size" ||
               r.made().streams[static_cast<std::size_t>(end)].parameter < 0) {
        r.refuse(fmt::format("'{}' of a stream depends on which function is faster",
                             name.substr(std::string("hls_queue_").size())),
                 "count the elements, or send a last one that says that it is the last");
    } else if (name == "hls_queue_empty") {
        const Value v = r.add(OpKind::stream_read, 1, {});
        r.op(v).stream = end;
        r.op(v).pops = kAsks;
        r.note_access(i, v);
        return r.resized(r.negated(v), 32, false);
    }
    return r.constant(std::max(1U, width_of(i.getType())), 0);
}

Value read_take(IrReader& r, const llvm::CallInst& i, int end, unsigned bits) {
    const Value v = r.add(OpKind::stream_read, bits + 1, {});
    r.op(v).stream = end;
    r.op(v).pops = 1;
    r.note_access(i, v);
    return r.resized(v, bits, false);
}

}  // namespace

Value read_queue_call(IrReader& r, const llvm::CallInst& i, const std::string& name) {
    if (name == "hls_queue_depth") {
        const std::string queue = r.queue_key(*i.getArgOperand(0));
        const auto* depth = llvm::dyn_cast<llvm::ConstantInt>(i.getArgOperand(1));
        if (depth) r.made().queue_depths.emplace_back(queue, depth->getZExtValue());
        return kNone;
    }
    if (!name.starts_with("hls_queue_take") && !name.starts_with("hls_queue_give"))
        return read_queue_state(r, i, name);
    const bool gives = name.starts_with("hls_queue_give");
    const unsigned bits = width_of(gives ? i.getArgOperand(1)->getType() : i.getType());
    const int end = r.queue_end(*i.getArgOperand(0), bits, gives);
    if (end < 0) {
        r.refuse("which stream this is, is not known when hardware is made", kWhichHint);
        return gives ? kNone : r.constant(bits, 0);
    }
    r.made().streams[static_cast<std::size_t>(end)].bits = bits;
    if (!gives) return read_take(r, i, end, bits);
    const Value v = r.add(OpKind::stream_write, bits + 1,
                          {r.resized(r.value(i.getArgOperand(1)), bits + 1, false)});
    r.op(v).stream = end;
    return v;
}

std::string stream_words(const std::string& queue) {
    std::string name = queue;
    if (name.starts_with(kLocalQueue)) name = name.substr(std::string(kLocalQueue).size());
    // "s.i.2" is the element 2 of s, in a function that was inlined.
    const std::size_t dot = name.find('.'), last = name.rfind('.');
    if (dot == std::string::npos) return name;
    const std::string rest = name.substr(last + 1);
    const bool is_element =
        !rest.empty() && rest.find_first_not_of("0123456789") == std::string::npos;
    return name.substr(0, dot) + (is_element ? "[" + rest + "]" : "");
}

}  // namespace tapestry::hls
