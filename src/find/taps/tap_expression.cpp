// SPDX-License-Identifier: Apache-2.0
#include "find/taps/tap_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "find/module/module_index.h"
#include "model/expression/verilog_expression.h"

namespace tapestry {

namespace {

// What a name in a tap expression selects, member by member and index by index. Simulators and
// synthesis differ on members and indices that do not exist, so these are refused.

// Why an expression is refused; thrown by the readers of expressions.
struct WrongExpression {
    std::string why;
};

// The inclusive range of possible values.
struct TapRange {
    std::int64_t least = 0;
    std::int64_t most = 0;

    bool is_one() const { return least == most; }
};

using MaybeRange = std::optional<TapRange>;  // nothing: any value

class NameWalk {
public:
    NameWalk(std::string name, const Design& design, const ModuleIndex& index);

    void member(const std::string& name);
    // An index; `text` is the text in the brackets.
    void one(const MaybeRange& at, const std::string& text);
    // [first:second], or with step 1 [first +: second], with step -1 [first -: second].
    void part(const MaybeRange& first, const MaybeRange& second, int step, const std::string& text);
    // At the end of the name: an instance alone is not a value.
    void finish() const;

    std::optional<std::uint64_t> width() const { return width_; }
    MaybeRange value() const { return value_; }  // of a parameter

private:
    void open(TypeId type);
    void open_var(const Var& var);
    void find_instance();
    void need(const MaybeRange& at, const std::string& text) const;
    void need_index(const std::string& text) const;
    std::uint64_t width_of_element() const;
    bool has_range() const;
    std::int64_t left() const;
    std::int64_t right() const;

    const Design& design_;
    const ModuleIndex& index_;
    std::string text_;                    // read so far
    const Type* type_ = nullptr;          // null: unknown
    const Module* interface_ = nullptr;   // the interface whose member comes next
    std::optional<std::uint64_t> width_;  // in bits, if known
    MaybeRange value_;
    bool is_part_ = false;
    bool is_parameter_ = false;
};

NameWalk::NameWalk(std::string name, const Design& design, const ModuleIndex& index)
    : design_(design), index_(index), text_(std::move(name)) {
    const VarId var = index_.find(text_);
    if (var == kNone)
        find_instance();
    else
        open_var(index_.module().var(var));
}

void NameWalk::open_var(const Var& var) {
    open(var.type);
    if (!var.is_parameter) return;
    is_parameter_ = true;
    const bool has_members = type_ && type_->kind == Type::Kind::structure;
    if (!has_members) type_ = nullptr;
    const auto value = var.value.to_u64();
    if (value && *value <= INT32_MAX)
        value_ = TapRange{static_cast<std::int64_t>(*value), static_cast<std::int64_t>(*value)};
}

void NameWalk::open(TypeId type) {
    type_ = type == kNone ? nullptr : &design_.types[type];
    if (!type_)
        width_.reset();
    else if (type_->kind == Type::Kind::unpacked_array)
        width_ = type_->width * type_->elements;
    else
        width_ = type_->width;
}

void NameWalk::find_instance() {
    const auto& instances = index_.module().instances;
    const auto found = std::find_if(instances.begin(), instances.end(),
                                    [&](const Instance& i) { return i.name == text_; });
    if (found == instances.end() || found->module == kNone) return;
    const Module& module = design_.modules[found->module];
    if (!module.is_interface)
        throw WrongExpression{fmt::format(
            "'{}' is an instance, and what is inside cannot be reached on an FPGA: put a tap "
            "into module '{}', or lead the signal out",
            text_, module.source_name)};
    interface_ = &module;
}

void NameWalk::member(const std::string& name) {
    const std::string owner = text_;
    text_ += "." + name;
    value_.reset();
    const auto refuse = [&] {
        throw WrongExpression{fmt::format("'{}' has no member '{}'", owner, name)};
    };
    if (interface_) {
        const auto& vars = interface_->vars;
        const auto found =
            std::find_if(vars.begin(), vars.end(), [&](const Var& v) { return v.name == name; });
        if (found == vars.end()) refuse();
        interface_ = nullptr;
        return open_var(*found);
    }
    if (is_part_ || (is_parameter_ && !type_)) refuse();
    if (!type_ || type_->kind == Type::Kind::other || type_->kind == Type::Kind::interface)
        return open(kNone);
    const auto found = std::find_if(type_->members.begin(), type_->members.end(),
                                    [&](const StructMember& m) { return m.name == name; });
    if (type_->kind != Type::Kind::structure || found == type_->members.end()) refuse();
    const std::uint64_t width = found->width;
    open(found->type);
    width_ = width;
}

void NameWalk::need_index(const std::string& text) const {
    if (is_part_)
        throw WrongExpression{fmt::format("'{}' selects from a part that is selected", text)};
}

void NameWalk::one(const MaybeRange& at, const std::string& inside) {
    const std::string text = text_ + "[" + inside + "]";
    need_index(text);
    text_ = text;
    value_.reset();
    if (!type_ || type_->kind == Type::Kind::other) return open(kNone);
    need(at, text);
    const TypeId element = type_->element;
    const bool unpacked = type_->kind == Type::Kind::unpacked_array;
    const std::uint64_t width = type_->width;
    open(element);
    if (element != kNone) return;
    width_ = unpacked ? width : 1;
    if (!unpacked) is_part_ = true;  // a single bit has no further index
}

void NameWalk::part(const MaybeRange& first, const MaybeRange& second, int step,
                    const std::string& inside) {
    const std::string text = text_ + "[" + inside + "]";
    need_index(text);
    text_ = text;
    value_.reset();
    is_part_ = true;
    const bool fixed = second && second->is_one() && (step != 0 || (first && first->is_one()));
    if (!fixed) throw WrongExpression{fmt::format("how many bits '{}' has is no constant", text)};
    if (step != 0 && second->least < 1)
        throw WrongExpression{fmt::format("'{}' has no bits", text)};
    const std::int64_t count = step != 0 ? second->least
                                         : std::max(first->least, second->least) -
                                               std::min(first->least, second->least) + 1;
    if (!type_ || type_->kind == Type::Kind::other) return open(kNone);
    const bool turned = step == 0 && first->least != second->least &&
                        (first->least > second->least) != (left() > right());
    if (turned)
        throw WrongExpression{
            fmt::format("'{}' turns the range [{}:{}] round", text, left(), right())};
    const std::int64_t further = step * (count - 1);
    need(first, text);
    if (step == 0)
        need(second, text);
    else if (first)
        need(TapRange{first->least + further, first->most + further}, text);
    const std::uint64_t width = static_cast<std::uint64_t>(count) * width_of_element();
    open(kNone);
    width_ = width;
}

void NameWalk::finish() const {
    if (interface_) throw WrongExpression{fmt::format("'{}' is an instance, and no value", text_)};
}

std::uint64_t NameWalk::width_of_element() const {
    if (type_->element == kNone) return 1;
    return design_.types[type_->element].width;
}

bool NameWalk::has_range() const {
    return type_->left != type_->right || type_->kind == Type::Kind::unpacked_array;
}

std::int64_t NameWalk::left() const {
    return has_range() ? type_->left : static_cast<std::int64_t>(type_->width) - 1;
}

std::int64_t NameWalk::right() const { return has_range() ? type_->right : 0; }

// A variable index may be out of range at times; it is refused only if it always is.
void NameWalk::need(const MaybeRange& at, const std::string& text) const {
    if (!at) return;
    if (at->most < std::min(left(), right()) || at->least > std::max(left(), right()))
        throw WrongExpression{
            fmt::format("'{}' is beyond the range [{}:{}]", text, left(), right())};
}

constexpr std::uint32_t kMostBits = 1 << 16;  // widest number that every tool accepts
constexpr std::uint64_t kBeyondAnyRange = INT64_MAX / 16;

// What is known about a part of an expression.
struct Operand {
    MaybeRange value;
    std::optional<std::uint64_t> names_width;  // of a name, or of names in braces
};

MaybeRange calculated(std::string_view symbol, const MaybeRange& a, const MaybeRange& b) {
    constexpr std::int64_t kFar = std::int64_t{1} << 40;  // larger values are not tracked
    if (!a || !b) return std::nullopt;
    for (const std::int64_t n : {a->least, a->most, b->least, b->most})
        if (n > kFar || n < -kFar) return std::nullopt;
    if (symbol == "+") return TapRange{a->least + b->least, a->most + b->most};
    if (symbol == "-") return TapRange{a->least - b->most, a->most - b->least};
    if (!a->is_one() || !b->is_one() || a->least < 0 || b->least < 0) return std::nullopt;
    const std::int64_t x = a->least;
    const std::int64_t y = b->least;
    const auto one = [](std::int64_t n) { return TapRange{n, n}; };
    if (symbol == "*" && (y == 0 || x <= kFar / y)) return one(x * y);
    if (symbol == "/" && y > 0) return one(x / y);
    if (symbol == "%" && y > 0) return one(x % y);
    if ((symbol == "<<" || symbol == "<<<") && y < 20 && x < kFar >> 20) return one(x << y);
    if ((symbol == ">>" || symbol == ">>>") && y < 63) return one(x >> y);
    return std::nullopt;
}

// Checks an expression; throws at the first construct that a tap does not support.
class TapExpression {
public:
    TapExpression(const Design& design, const ModuleIndex& index)
        : design_(design), index_(index) {}

    Operand check(const VerilogExpression& e) {
        using Kind = VerilogExpression::Kind;
        switch (e.kind) {
            case Kind::number:
                return number(e);
            case Kind::name:
                return name(e);
            case Kind::unary:
                return unary(e);
            case Kind::binary:
                return binary(e);
            case Kind::choice:
                return choice(e);
            case Kind::braces:
                return braces(e);
            case Kind::repeated_braces:
                return repeated(e);
        }
        return {};
    }

private:
    Operand number(const VerilogExpression& e) const {
        const Bits& value = e.number.value;
        if (value.width > kMostBits)
            throw WrongExpression{fmt::format("'{}' has more than {} bits", e.text, kMostBits)};
        if (e.number.is_too_long)
            throw WrongExpression{
                fmt::format("'{}' has more than {} bits", e.text, e.number.said_bits)};
        if (value.has_unknown() && indices_ > 0)
            throw WrongExpression{fmt::format("'{}' is no index", e.text)};
        if (value.has_unknown() || e.number.fills) return {};
        const auto n = static_cast<std::int64_t>(
            std::min(value.number().value_or(kBeyondAnyRange), kBeyondAnyRange));
        return {TapRange{n, n}, std::nullopt};
    }

    // At most one unary operator per operand: not every tool accepts more without parentheses.
    Operand unary(const VerilogExpression& e) {
        const VerilogExpression& operand = e.operands[0];
        const std::string_view symbol = e.operation->symbol;
        if (operand.kind == VerilogExpression::Kind::unary && !operand.in_brackets)
            throw WrongExpression{fmt::format("'{}' behind '{}' needs brackets around it",
                                              operand.operation->symbol, symbol)};
        const MaybeRange value = check(operand).value;
        if (symbol == "+") return {value, std::nullopt};
        if (symbol != "-") return {};
        return {calculated("-", TapRange{0, 0}, value), std::nullopt};
    }

    Operand binary(const VerilogExpression& e) {
        const MaybeRange left = check(e.operands[0]).value;
        const MaybeRange right = check(e.operands[1]).value;
        return {calculated(e.operation->symbol, left, right), std::nullopt};
    }

    Operand choice(const VerilogExpression& e) {
        check(e.operands[0]);
        const MaybeRange a = check(e.operands[1]).value;
        const MaybeRange b = check(e.operands[2]).value;
        if (!a || !b) return {};
        return {TapRange{std::min(a->least, b->least), std::max(a->most, b->most)}, std::nullopt};
    }

    Operand braces(const VerilogExpression& e) {
        Operand all{std::nullopt, 0};
        for (const VerilogExpression& part : e.operands) {
            const auto width = check(part).names_width;
            const bool known = all.names_width && width && !part.in_brackets;
            all.names_width = known ? std::optional(*all.names_width + *width) : std::nullopt;
        }
        return all;
    }

    Operand repeated(const VerilogExpression& e) {
        const MaybeRange count = check(e.operands[0]).value;
        if (!count || !count->is_one() || count->least < 1)
            throw WrongExpression{"how often braces are repeated is no constant"};
        check(e.operands[1]);
        return {};
    }

    Operand name(const VerilogExpression& e) {
        NameWalk walk(e.text, design_, index_);
        for (const NameStep& step : e.steps) {
            if (step.kind == NameStep::Kind::member)
                walk.member(step.text);
            else
                select(walk, step);
        }
        walk.finish();
        return {walk.value(), walk.width()};
    }

    void select(NameWalk& walk, const NameStep& step) {
        using Kind = NameStep::Kind;
        ++indices_;
        const MaybeRange first = check(step.operands[0]).value;
        const bool is_part = step.kind != Kind::index;
        const MaybeRange second = is_part ? check(step.operands[1]).value : std::nullopt;
        --indices_;
        const int direction = step.kind == Kind::upward ? 1 : step.kind == Kind::downward ? -1 : 0;
        if (is_part)
            walk.part(first, second, direction, step.text);
        else
            walk.one(first, step.text);
    }

    const Design& design_;
    const ModuleIndex& index_;
    int indices_ = 0;  // nesting depth of index brackets
};

Operand check_text(const std::string& expression, const Design& design, const ModuleIndex& index) {
    std::string why;
    const auto parsed = parse_verilog_expression(expression, why);
    if (!parsed) throw WrongExpression{why};
    Operand all = TapExpression(design, index).check(*parsed);
    if (parsed->in_brackets) all.names_width.reset();
    return all;
}

}  // namespace

std::string why_no_expression(const std::string& expression, const Design& design,
                              const ModuleIndex& index) {
    try {
        check_text(expression, design, index);
    } catch (const WrongExpression& wrong) {
        return wrong.why;
    }
    return {};
}

std::optional<std::uint64_t> width_of_names(const std::string& expression, const Design& design,
                                            const ModuleIndex& index) {
    try {
        return check_text(expression, design, index).names_width;
    } catch (const WrongExpression&) {
        return std::nullopt;
    }
}

}  // namespace tapestry
