// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "hls/thread_text.h"

namespace tapestry::hls {

namespace {

std::string zeros(unsigned bits) { return fmt::format("{}'d0", bits); }

std::string extended(const std::string& value, unsigned from, unsigned to, bool is_signed) {
    if (from == to) return value;
    const std::string high = from == 1 ? value : fmt::format("{}[{}]", value, from - 1);
    if (is_signed) return fmt::format("{{{{{}{{{}}}}}, {}}}", to - from, high, value);
    return fmt::format("{{{}, {}}}", zeros(to - from), value);
}

std::string sliced(const std::string& value, unsigned from, unsigned width, unsigned whole) {
    if (width == whole) return value;
    if (width == 1) return fmt::format("{}[{}]", value, from);
    return fmt::format("{}[{}:{}]", value, from + width - 1, from);
}

// A mask of `whole` bits, in hexadecimal: ones except for `width` zeros from `offset`.
std::string mask_except(unsigned whole, unsigned offset, unsigned width) {
    std::string digits;
    for (unsigned nibble = (whole + 3) / 4; nibble-- > 0;) {
        unsigned n = 0;
        for (unsigned k = 0; k < 4; ++k) {
            const unsigned bit = nibble * 4 + k;
            if (bit < whole && (bit < offset || bit >= offset + width)) n |= 1U << k;
        }
        digits += "0123456789abcdef"[n];
    }
    return fmt::format("{}'h{}", whole, digits);
}

std::string inserted(const ThreadContext& c, Value v) {
    const Op& op = c.kernel.op(v);
    const unsigned width = c.kernel.op(op.operands[1]).width;
    const unsigned above = op.width - op.offset - width;
    std::string put = c.operand(v, 1);
    if (op.offset > 0) put = fmt::format("{}, {}", put, zeros(op.offset));
    if (above > 0) put = fmt::format("{}, {}", zeros(above), put);
    return fmt::format("({} & {}) | {{{}}}", c.operand(v, 0),
                       mask_except(op.width, op.offset, width), put);
}

// The value carried from the previous iteration. Where iterations may begin late, it is forwarded
// only if that iteration is the scheduled distance ahead; otherwise it is the last value
// registered.
std::string carried_value(const ThreadContext& c, Value v, int block, unsigned time) {
    const std::string value = c.names.at(v, block, time, 1);
    if (!waits_for_data(c.kernel, block) || value != fmt::format("v{}", v)) return value;
    return fmt::format("({} ? v{} : r{}_1)",
                       c.stage_bit(c.plan.ready(v) / c.plan.block(block).interval), v, v);
}

std::string phi_text(const ThreadContext& c, Value v) {
    const Op& op = c.kernel.op(v);
    const unsigned time = c.plan.start(v), interval = c.plan.block(op.block).interval;
    std::string first, carried;
    for (std::size_t k = 0; k < op.operands.size(); ++k) {
        if (op.from[k] == op.block)
            carried = carried_value(c, op.operands[k], op.block, time);
        else
            first = c.names.at(op.operands[k], -1, 0);
    }
    return fmt::format("fresh[{}] ? {} : {}", time / interval, first, carried);
}

const char* binary_sign(OpKind kind) {
    switch (kind) {
        case OpKind::add:
            return "+";
        case OpKind::sub:
            return "-";
        case OpKind::mul:
            return "*";
        case OpKind::bit_and:
            return "&";
        case OpKind::bit_or:
            return "|";
        case OpKind::bit_xor:
            return "^";
        case OpKind::shl:
            return "<<";
        case OpKind::lshr:
            return ">>";
        case OpKind::eq:
            return "==";
        case OpKind::ne:
            return "!=";
        case OpKind::ult:
            return "<";
        case OpKind::ule:
            return "<=";
        default:
            return nullptr;
    }
}

std::string expression(const ThreadContext& c, Value v) {
    const Op& op = c.kernel.op(v);
    if (op.kind == OpKind::phi) return phi_text(c, v);
    const std::string a = c.operand(v, 0);
    const unsigned from = c.kernel.op(op.operands[0]).width;
    if (const char* sign = binary_sign(op.kind))
        return fmt::format("{} {} {}", a, sign, c.operand(v, 1));
    switch (op.kind) {
        case OpKind::ashr:
            return fmt::format("$signed({}) >>> {}", a, c.operand(v, 1));
        case OpKind::slt:
            return fmt::format("$signed({}) < $signed({})", a, c.operand(v, 1));
        case OpKind::sle:
            return fmt::format("$signed({}) <= $signed({})", a, c.operand(v, 1));
        case OpKind::select:
            return fmt::format("{} ? {} : {}", a, c.operand(v, 1), c.operand(v, 2));
        case OpKind::zext:
            return extended(a, from, op.width, false);
        case OpKind::sext:
            return extended(a, from, op.width, true);
        case OpKind::trunc:
            return sliced(a, 0, op.width, from);
        case OpKind::slice:
            return sliced(a, op.offset, op.width, from);
        case OpKind::insert:
            return inserted(c, v);
        default:
            return {};
    }
}

unsigned exponent_bits(unsigned width) { return width == 64 ? 11 : width == 32 ? 8 : 5; }

std::string float_format(unsigned width) {
    const unsigned exponent = exponent_bits(width);
    return fmt::format(".EXPONENT({}), .FRACTION({})", exponent, width - exponent - 1);
}

struct UnitKind {
    std::string module;
    std::string parameters;
    std::string output = "y_o";
};

UnitKind unit_kind(const ThreadContext& c, Value v) {
    const Op& op = c.kernel.op(v);
    const unsigned from = c.kernel.op(op.operands[0]).width;
    const unsigned latency = clock_cycles_of(c.kernel, op, c.options);
    switch (op.kind) {
        case OpKind::mul:
            return {"hls_multiply", fmt::format(".WIDTH({}), .STAGES({})", op.width, latency),
                    "y_o"};
        case OpKind::udiv:
        case OpKind::urem:
        case OpKind::sdiv:
        case OpKind::srem: {
            const bool is_signed = op.kind == OpKind::sdiv || op.kind == OpKind::srem;
            const bool quotient = op.kind == OpKind::sdiv || op.kind == OpKind::udiv;
            return {"hls_divide",
                    fmt::format(".WIDTH({}), .SIGNED({}), .STAGES({})", op.width, is_signed ? 1 : 0,
                                latency - 1),
                    quotient ? "quotient_o" : "remainder_o"};
        }
        case OpKind::fadd:
            return {"hls_float_add", float_format(op.width) + ", .SUBTRACT(0)"};
        case OpKind::fsub:
            return {"hls_float_add", float_format(op.width) + ", .SUBTRACT(1)"};
        case OpKind::fmul:
            return {"hls_float_multiply",
                    fmt::format("{}, .STAGES({})", float_format(op.width), latency)};
        case OpKind::fdiv:
            return {"hls_float_divide",
                    fmt::format("{}, .STAGES({})", float_format(op.width), latency)};
        case OpKind::fsqrt:
            return {"hls_float_root",
                    fmt::format("{}, .STAGES({})", float_format(op.width), latency)};
        case OpKind::ffma:
            return {"hls_float_fma",
                    fmt::format("{}, .STAGES({})", float_format(op.width), latency)};
        case OpKind::float_to_int:
        case OpKind::float_to_uint:
            return {"hls_float_to_int",
                    fmt::format("{}, .WIDTH({}), .SIGNED({})", float_format(from), op.width,
                                op.kind == OpKind::float_to_int ? 1 : 0)};
        case OpKind::int_to_float:
        case OpKind::uint_to_float:
            return {"hls_int_to_float",
                    fmt::format("{}, .WIDTH({}), .SIGNED({})", float_format(op.width), from,
                                op.kind == OpKind::int_to_float ? 1 : 0)};
        default:
            return {"hls_float_resize",
                    fmt::format(".FROM_EXPONENT({}), .FROM_FRACTION({}), {}", exponent_bits(from),
                                from - exponent_bits(from) - 1, float_format(op.width))};
    }
}

// An instance of a unit and the operations that share it.
struct Unit {
    UnitKind kind;
    std::vector<Value> ops;
    std::set<std::pair<int, unsigned>>
        slots;  // block and cycle; in a pipeline, cycle modulo interval
};

std::vector<Unit> allocate(const ThreadContext& c) {
    std::vector<Unit> units;
    for (std::size_t i = 0; i < c.kernel.ops.size(); ++i) {
        const auto v = static_cast<Value>(i);
        const Op& op = c.kernel.ops[i];
        if (op.block < 0 || !is_unit(op, c.kernel)) continue;
        const UnitKind kind = unit_kind(c, v);
        const unsigned interval = c.plan.block(op.block).interval;
        const unsigned cycle = interval ? c.plan.start(v) % interval : c.plan.start(v);
        Unit* free = nullptr;
        for (Unit& u : units)
            if (!free && u.kind.module == kind.module && u.kind.parameters == kind.parameters &&
                u.kind.output == kind.output && !u.slots.contains({op.block, cycle}))
                free = &u;
        if (!free) free = &units.emplace_back(Unit{kind, {}, {}});
        free->ops.push_back(v);
        free->slots.insert({op.block, cycle});
    }
    return units;
}

std::string unit_input(const ThreadContext& c, const Unit& unit, std::size_t index) {
    std::string text;
    for (std::size_t i = 0; i + 1 < unit.ops.size(); ++i) {
        const Value v = unit.ops[i];
        text +=
            fmt::format("({}) ? {} :\n        ",
                        c.when(c.kernel.op(v).block, c.plan.start(v), false), c.operand(v, index));
    }
    return text + c.operand(unit.ops.back(), index);
}

std::string unit_text(const ThreadContext& c, const Unit& unit, std::size_t number) {
    static const char* const kInputs[] = {"a_i", "b_i", "c_i"};
    const Op& op = c.kernel.op(unit.ops.front());
    std::string text, ports;
    for (std::size_t k = 0; k < op.operands.size(); ++k) {
        const std::string name = fmt::format("u{}_{}", number, "abc"[k]);
        text += fmt::format("    wire {}{} = {};\n", range(c.kernel.op(op.operands[k]).width), name,
                            unit_input(c, unit, k));
        ports += fmt::format(", .{}({})", kInputs[k], name);
    }
    text += fmt::format("    wire {}u{}_y;\n    ", range(op.width), number);
    text +=
        unit.kind.module + (unit.kind.parameters.empty() ? "" : " #(" + unit.kind.parameters + ")");
    const bool divides = unit.kind.module == "hls_divide";
    text += fmt::format(" u_{}_{} (.clk_i(clk), .en_i({}){}, .{}(u{}_y){});\n", name_of(op.kind),
                        number, c.shares() ? "1'b1" : "advance", ports, unit.kind.output, number,
                        !divides                           ? ""
                        : unit.kind.output == "quotient_o" ? ", .remainder_o()"
                                                           : ", .quotient_o()");
    const char* given = c.shares() ? "result" : "y";
    if (c.shares())
        text += results_text(c,
                             {fmt::format("u{}_result", number), fmt::format("u{}_y", number),
                              op.width, clock_cycles_of(c.kernel, op, c.options)},
                             unit.ops);
    for (const Value v : unit.ops)
        text += fmt::format("    assign v{} = u{}_{};\n", v, number, given);
    return text;
}

std::string compare_text(const ThreadContext& c, Value v) {
    const Op& op = c.kernel.op(v);
    return fmt::format(
        "    hls_float_compare #({}) u_{}_{} (.a_i({}), .b_i({}), .equal_o({}), .less_o({}), "
        ".less_equal_o({}), .unordered_o({}));\n",
        float_format(c.kernel.op(op.operands[0]).width), name_of(op.kind), v, c.operand(v, 0),
        c.operand(v, 1), op.kind == OpKind::feq ? fmt::format("v{}", v) : "",
        op.kind == OpKind::flt ? fmt::format("v{}", v) : "",
        op.kind == OpKind::fle ? fmt::format("v{}", v) : "",
        op.kind == OpKind::funord ? fmt::format("v{}", v) : "");
}

}  // namespace

std::vector<std::string> unit_stalls(const ThreadContext& c) {
    std::vector<std::string> stalls;
    if (!c.shares()) return stalls;
    for (std::size_t i = 0; i < allocate(c).size(); ++i)
        stalls.push_back(fmt::format("stall_u{}_result", i));
    return stalls;
}

std::vector<std::vector<Value>> unit_groups(const ThreadContext& c) {
    std::vector<std::vector<Value>> groups;
    for (Unit& u : allocate(c)) groups.push_back(std::move(u.ops));
    return groups;
}

std::string operators_text(const ThreadContext& c) {
    std::string wires, text;
    for (std::size_t i = 0; i < c.kernel.ops.size(); ++i) {
        const auto v = static_cast<Value>(i);
        const Op& op = c.kernel.ops[i];
        if (op.block < 0 || op.kind == OpKind::store || op.kind == OpKind::stream_write ||
            is_sync(op.kind))
            continue;
        if (is_timed(c.kernel, c.plan, v)) {
            const std::string place =
                op.place.at.line
                    ? fmt::format("  // {} line {}", name_of(op.kind), op.place.at.line)
                    : "";
            wires += fmt::format("    wire {}v{};{}\n", range(op.width), v, place);
            if (op.kind >= OpKind::feq && op.kind <= OpKind::funord)
                text += compare_text(c, v);
            else if (op.kind != OpKind::load && op.kind != OpKind::stream_read &&
                     !is_unit(op, c.kernel))
                text += fmt::format("    assign v{} = {};\n", v, expression(c, v));
        }
        if (c.names.has_register(v))
            wires += c.register_text(range(op.width), fmt::format("r{}", v));
        for (unsigned n = 1; n <= c.names.versions(v); ++n)
            wires += c.register_text(range(op.width), fmt::format("r{}_{}", v, n));
    }
    wires += "    wire advance;\n";
    const std::vector<Unit> units = allocate(c);
    for (std::size_t i = 0; i < units.size(); ++i) text += unit_text(c, units[i], i);
    return wires + "\n" + text;
}

}  // namespace tapestry::hls
