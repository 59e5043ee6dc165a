// SPDX-License-Identifier: Apache-2.0
#include "find/logic/expression_logic.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::uint32_t kWidest = 64;       // widest value that is analysed bit by bit
constexpr std::uint64_t kMostChoices = 16;  // of a select with a variable index

constexpr std::size_t kLongestKey = 400;  // a longer expression is identified by its position

bool constant_bit(const Constant& c, std::uint64_t position) {
    const std::string& hex = c.hex();
    const std::uint64_t digit = position / 4;
    if (digit >= hex.size()) return false;
    const char h = hex[hex.size() - 1 - digit];
    const int value = h <= '9' ? h - '0' : h - 'a' + 10;
    return ((value >> (position % 4)) & 1) != 0;
}

// The identity of a black-box result: its operators and variables. A variable that its process has
// assigned before is identified by the position of the read.
std::string key_of(const ModuleVars& vars, ReadAt at, ExprId id) {
    const Module& module = vars.module();
    const Expr& e = module.expr(id);
    if (e.op == Op::constant) return "c" + e.value.hex();
    if (e.op == Op::ref) {
        const std::vector<AssignmentId>& writers = vars.writers(e.var);
        const bool assigned =
            at.process != kNone && std::any_of(writers.begin(), writers.end(), [&](AssignmentId w) {
                const Assignment& a = vars.assignment(w);
                return a.process == at.process && a.blocking;
            });
        return assigned ? fmt::format("v{}@{}.{}", e.var.number(), at.process.number(),
                                      at.before.number())
                        : fmt::format("v{}", e.var.number());
    }
    if (e.op == Op::call) return fmt::format("call{}", id.number());
    std::string text = e.op == Op::outer_ref ? e.text : fmt::format("{}:{}", e.text, e.width);
    text += '(';
    for (ExprId argument : e.args) {
        text += key_of(vars, at, argument) + ',';
        if (text.size() > kLongestKey) return fmt::format("e{}", id.number());
    }
    return text + ')';
}

// True if a number is less than a constant, computed from the lowest bit up.
Diagram::Node below(Diagram& diagram, const std::vector<Diagram::Node>& bits, std::uint64_t limit) {
    if (bits.size() < 64 && (limit >> bits.size()) != 0) return Diagram::kTrue;
    Diagram::Node result = Diagram::kFalse;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        const Diagram::Node zero = diagram.negated(bits[i]);
        result =
            ((limit >> i) & 1) != 0 ? diagram.either(zero, result) : diagram.both(zero, result);
    }
    return result;
}

}  // namespace

Diagram::Node ExpressionLogic::bit(ExprId id, std::uint64_t element, std::uint64_t position) {
    const std::uint64_t memo =
        (static_cast<std::uint64_t>(id) << 32U) | (element << 20U) | (position & 0xfffffU);
    const bool keep = element < 4096 && position < (1U << 20U);
    if (keep) {
        const auto known = logic_.expr_memo_.find(memo);
        if (known != logic_.expr_memo_.end()) return known->second;
    }
    if (diagram_.overflowed()) return Diagram::kFalse;
    const Node result = compute(id, element, position);
    if (keep) logic_.expr_memo_[memo] = result;
    return result;
}

std::vector<Diagram::Node> ExpressionLogic::bits(ExprId id) {
    std::vector<Node> all;
    const std::uint32_t width = std::clamp<std::uint32_t>(module_.expr(id).width, 1, kWidest);
    for (std::uint32_t i = 0; i < width; ++i) all.push_back(bit(id, 0, i));
    return all;
}

Diagram::Node ExpressionLogic::compute(ExprId id, std::uint64_t element, std::uint64_t position) {
    const Expr& e = module_.expr(id);
    switch (e.op) {
        case Op::ref:
            return logic_.read({e.var, element, position}, at_);
        case Op::outer_ref:
            return logic_.read({logic_.vars().outer(e.text), element, position}, at_);
        case Op::constant:
            return constant_bit(e.value, position) ? Diagram::kTrue : Diagram::kFalse;
        case Op::select:
            return selected(id, element, position);
        case Op::array_select:
            return element_of(id, position);
        case Op::conditional:
            return diagram_.ite(truth(e.args[0]), bit(e.args[1], element, position),
                                bit(e.args[2], element, position));
        case Op::equal:
            return position == 0 ? equal(e.args[0], e.args[1]) : Diagram::kFalse;
        case Op::not_equal:
            return position == 0 ? diagram_.negated(equal(e.args[0], e.args[1])) : Diagram::kFalse;
        case Op::and_:
        case Op::or_: {
            const bool logical = e.text.starts_with("log");
            if (logical && position > 0) return Diagram::kFalse;
            const Node a = logical ? truth(e.args[0]) : bit(e.args[0], 0, position);
            const Node b = logical ? truth(e.args[1]) : bit(e.args[1], 0, position);
            return e.op == Op::and_ ? diagram_.both(a, b) : diagram_.either(a, b);
        }
        case Op::not_:
            if (e.text.starts_with("log"))
                return position == 0 ? diagram_.negated(truth(e.args[0])) : Diagram::kFalse;
            return diagram_.negated(bit(e.args[0], 0, position));
        case Op::concatenate: {
            const std::uint64_t low = module_.expr(e.args[1]).width;
            return position < low ? bit(e.args[1], 0, position) : bit(e.args[0], 0, position - low);
        }
        case Op::extend:
            return position < module_.expr(e.args[0]).width ? bit(e.args[0], 0, position)
                                                            : Diagram::kFalse;
        case Op::add:
        case Op::subtract:
            if (position == 0) return diagram_.differ(bit(e.args[0], 0, 0), bit(e.args[1], 0, 0));
            return opaque(id, position);
        default:
            return named_operator(id, position);
    }
}

Diagram::Node ExpressionLogic::selected(ExprId id, std::uint64_t element, std::uint64_t position) {
    const Expr& e = module_.expr(id);
    const Expr& lsb = module_.expr(e.args[1]);
    if (lsb.op == Op::constant && lsb.value.to_u64())
        return bit(e.args[0], element, position + *lsb.value.to_u64());
    const std::uint64_t step = std::max<std::uint32_t>(e.width, 1);
    const std::uint64_t choices = (module_.expr(e.args[0]).width + step - 1) / step;
    if (choices > kMostChoices) return opaque(id, position);
    return chosen(e.args[1], choices, step,
                  [&](std::uint64_t k) { return bit(e.args[0], element, k * step + position); });
}

// A multiplexer with an index that counts in steps. The bits of the index must come before those of
// the values in the variable order; otherwise the diagram would enumerate all values.
Diagram::Node ExpressionLogic::chosen(ExprId index, std::uint64_t choices, std::uint64_t step,
                                      const std::function<Node(std::uint64_t)>& value) {
    std::vector<Node> is;
    for (std::uint64_t k = 0; k < choices; ++k) is.push_back(equals(index, k * step));
    Node result = Diagram::kFalse;
    for (std::uint64_t k = 0; k < choices; ++k) result = diagram_.ite(is[k], value(k), result);
    return result;
}

Diagram::Node ExpressionLogic::element_of(ExprId id, std::uint64_t position) {
    const Expr& e = module_.expr(id);
    const Expr& index = module_.expr(e.args[1]);
    if (index.op == Op::constant && index.value.to_u64())
        return bit(e.args[0], *index.value.to_u64(), position);
    const Expr& array = module_.expr(e.args[0]);
    const std::uint64_t count = array.op == Op::ref ? logic_.vars().elements(array.var) : 0;
    if (count == 0 || count > kMostChoices || logic_.vars().is_memory(array.var))
        return opaque(id, position);
    return chosen(e.args[1], count, 1,
                  [&](std::uint64_t k) { return bit(e.args[0], k, position); });
}

Diagram::Node ExpressionLogic::named_operator(ExprId id, std::uint64_t position) {
    const Expr& e = module_.expr(id);
    const std::string& name = e.text;
    if (name == "xor" && e.args.size() == 2)
        return diagram_.differ(bit(e.args[0], 0, position), bit(e.args[1], 0, position));
    if (name == "xnor" && e.args.size() == 2)
        return diagram_.negated(
            diagram_.differ(bit(e.args[0], 0, position), bit(e.args[1], 0, position)));
    if (name.starts_with("red") && e.args.size() == 1)
        return position == 0 ? reduced(id) : Diagram::kFalse;
    if (name == "extends" && e.args.size() == 1) {
        const std::uint64_t width = std::max<std::uint32_t>(module_.expr(e.args[0]).width, 1);
        return bit(e.args[0], 0, std::min(position, width - 1));
    }
    if (name == "replicate" && !e.args.empty())
        return bit(e.args[0], 0,
                   position % std::max<std::uint32_t>(module_.expr(e.args[0]).width, 1));
    if ((name == "shiftl" || name == "shiftr") && e.args.size() == 2) return shifted(id, position);
    if (e.args.size() == 2 && position == 0) {
        if (name == "lt" || name == "lts") return less(e.args[0], e.args[1], name);
        if (name == "gt" || name == "gts")
            return less(e.args[1], e.args[0], name == "gt" ? "lt" : "lts");
        if (name == "gte" || name == "gtes")
            return diagram_.negated(less(e.args[0], e.args[1], name == "gte" ? "lt" : "lts"));
        if (name == "lte" || name == "ltes")
            return diagram_.negated(less(e.args[1], e.args[0], name == "lte" ? "lt" : "lts"));
    }
    return opaque(id, position);
}

Diagram::Node ExpressionLogic::reduced(ExprId id) {
    const Expr& e = module_.expr(id);
    if (module_.expr(e.args[0]).width > kWidest) return opaque(id, 0);
    if (e.text == "redor") return truth(e.args[0]);
    Node result = e.text == "redand" ? Diagram::kTrue : Diagram::kFalse;
    for (Node n : bits(e.args[0]))
        result = e.text == "redand" ? diagram_.both(result, n) : diagram_.differ(result, n);
    return e.text == "redxnor" ? diagram_.negated(result) : result;
}

Diagram::Node ExpressionLogic::shifted(ExprId id, std::uint64_t position) {
    const Expr& e = module_.expr(id);
    const Expr& by = module_.expr(e.args[1]);
    const auto amount = by.op == Op::constant ? by.value.to_u64() : std::nullopt;
    if (!amount) return opaque(id, position);
    if (e.text == "shiftr") {
        const std::uint64_t from = position + *amount;
        return from < module_.expr(e.args[0]).width ? bit(e.args[0], 0, from) : Diagram::kFalse;
    }
    return position >= *amount ? bit(e.args[0], 0, position - *amount) : Diagram::kFalse;
}

Diagram::Node ExpressionLogic::truth(ExprId id) {
    const std::uint32_t width = module_.expr(id).width;
    if (width <= 1) return bit(id, 0, 0);
    if (width > kWidest) return opaque("any " + key_of(logic_.vars(), at_, id), {id});
    Node any = Diagram::kFalse;
    for (Node n : bits(id)) any = diagram_.either(any, n);
    return any;
}

Diagram::Node ExpressionLogic::equals(ExprId id, std::uint64_t value) {
    const Expr& e = module_.expr(id);
    if (e.op == Op::constant && e.value.to_u64())
        return *e.value.to_u64() == value ? Diagram::kTrue : Diagram::kFalse;
    const std::uint32_t width = std::max<std::uint32_t>(e.width, 1);
    if (width < 64 && (value >> width) != 0) return Diagram::kFalse;
    if (width > kWidest)
        return opaque(fmt::format("{}=={}", key_of(logic_.vars(), at_, id), value), {id});
    Node all = Diagram::kTrue;
    for (std::uint32_t i = 0; i < width && all != Diagram::kFalse; ++i) {
        const Node n = bit(id, 0, i);
        all = diagram_.both(all, ((value >> i) & 1) != 0 ? n : diagram_.negated(n));
    }
    return all;
}

Diagram::Node ExpressionLogic::equal(ExprId a, ExprId b) {
    if (module_.expr(a).op == Op::constant) std::swap(a, b);
    const Expr& right = module_.expr(b);
    const std::uint32_t width = std::max(module_.expr(a).width, right.width);
    if (right.op == Op::constant && !right.value.has_unknown() && right.value.to_u64())
        return equals(a, *right.value.to_u64());
    if (width <= 1 && !(right.op == Op::constant && right.value.has_unknown()))
        return diagram_.negated(diagram_.differ(bit(a, 0, 0), bit(b, 0, 0)));
    std::string first = key_of(logic_.vars(), at_, a);
    std::string second = key_of(logic_.vars(), at_, b);
    if (second < first) std::swap(first, second);
    return opaque(fmt::format("({}=={})", first, second), {a, b});
}

Diagram::Node ExpressionLogic::less(ExprId a, ExprId b, const std::string& kind) {
    const Expr& left = module_.expr(a);
    const Expr& right = module_.expr(b);
    if (kind == "lt" && right.op == Op::constant && left.width <= kWidest &&
        !right.value.has_unknown() && right.value.to_u64())
        return below(diagram_, bits(a), *right.value.to_u64());
    // c < x is !(x < c + 1).
    if (kind == "lt" && left.op == Op::constant && right.width <= kWidest &&
        left.value.to_u64().value_or(~std::uint64_t{0}) != ~std::uint64_t{0})
        return diagram_.negated(below(diagram_, bits(b), *left.value.to_u64() + 1));
    return opaque(fmt::format("({} {} {})", key_of(logic_.vars(), at_, a), kind,
                              key_of(logic_.vars(), at_, b)),
                  {a, b});
}

Diagram::Node ExpressionLogic::opaque(ExprId id, std::uint64_t position) {
    // All bits depend on one atom for the whole result, so that its operands are visited once.
    const std::string whole = key_of(logic_.vars(), at_, id);
    const Node word = opaque(whole, module_.expr(id).args);
    return logic_.atoms().opaque(
        fmt::format("{}.{}", whole, position), [word] { return std::vector<Node>{word}; },
        order_kind(module_.expr(id).width));
}

Diagram::Node ExpressionLogic::opaque(const std::string& name,
                                      const std::vector<ExprId>& operands) {
    ModuleLogic* logic = &logic_;
    const ReadAt at = at_;
    return logic_.atoms().opaque(name, [logic, at, operands] {
        std::vector<Node> all;
        ExpressionLogic inner(*logic, at);
        for (ExprId id : operands) {
            for (Node n : inner.bits(id)) all.push_back(n);
        }
        return all;
    });
}

}  // namespace tapestry
