// SPDX-License-Identifier: Apache-2.0
#include "model/expression/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "model/expression/verilog_expression.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kMostCopies = 1024;            // of a replication
constexpr std::uint32_t kWidestCalculation = 1 << 12;  // for multiplication and division

// Thrown and caught inside this file only.
struct RefusedExpression {
    std::string why;
};
[[noreturn]] void refuse(std::string why) { throw RefusedExpression{std::move(why)}; }

// An expression with resolved names and its self-determined width and sign.
struct TypedNode {
    Operation operation = Operation::constant;
    std::uint32_t width = 1;
    bool is_signed = false;
    OperandSizing sizing = OperandSizing::one_bit_of_each;
    std::vector<std::unique_ptr<TypedNode>> operands;
    Bits constant;
    bool fills = false;  // as VerilogNumber::fills
    std::uint32_t slot = 0;
    std::uint32_t lsb = 0;
    std::uint32_t copies = 1;  // replications of the only operand
    Select select = {};
    // The range for indices.
    std::int64_t left = 0;
    std::int64_t right = 0;
    std::vector<PackedRange> outer;  // NameMeaning::outer

    bool is_sized_by_context() const {
        return sizing == OperandSizing::common || sizing == OperandSizing::of_left;
    }
};
using NodePointer = std::unique_ptr<TypedNode>;

// A node without operands; the caller adds those that the operation needs.
NodePointer make(Operation operation, std::uint32_t width, OperandSizing sizing) {
    auto node = std::make_unique<TypedNode>();
    node->operation = operation;
    node->width = width;
    node->sizing = sizing;
    node->left = static_cast<std::int64_t>(width) - 1;
    return node;
}

NodePointer make_of(Operation operation, std::uint32_t width, OperandSizing sizing, NodePointer a) {
    NodePointer node = make(operation, width, sizing);
    node->is_signed = sizing == OperandSizing::common && a->is_signed;
    node->operands.push_back(std::move(a));
    return node;
}

// ---- From nodes to steps, with widths and signs from the context --------------------------------

class Emitter {
public:
    Program run(const TypedNode& root, std::uint32_t context) {
        emit(root, std::max(root.width, context), root.is_signed);
        return std::move(program_);
    }

private:
    std::uint32_t put(const Step& step) {
        program_.steps.push_back(step);
        return static_cast<std::uint32_t>(program_.steps.size() - 1);
    }

    // A narrower value is zero-extended implicitly; only signed values need a step.
    std::uint32_t emit(const TypedNode& node, std::uint32_t context, bool is_signed) {
        if (node.operation == Operation::constant) return emit_constant(node, context, is_signed);
        if (node.copies > 1) return emit_copies(node);
        Step step;
        step.width = node.is_sized_by_context() ? std::max(node.width, context) : node.width;
        step.operation = operation_of(node, is_signed);
        step.lsb = node.lsb;
        step.index = node.slot;
        check_width(step);
        std::uint32_t* const places[] = {&step.a, &step.b, &step.c};
        for (std::size_t i = 0; i < node.operands.size(); ++i)
            *places[i] = emit_operand(node, i, step.width, is_signed);
        if (node.operation == Operation::select) {
            step.index = static_cast<std::uint32_t>(program_.selects.size());
            program_.selects.push_back(node.select);
        }
        return extended(put(step), context, is_signed);
    }

    std::uint32_t emit_constant(const TypedNode& node, std::uint32_t context, bool is_signed) {
        Step step;
        step.index = static_cast<std::uint32_t>(program_.constants.size());
        Bits value = node.constant;
        if (node.fills || is_signed) value = value.sign_extended(std::max(context, node.width));
        step.width = value.width;
        program_.constants.push_back(std::move(value));
        return put(step);
    }

    // The replicated operand is computed once.
    std::uint32_t emit_copies(const TypedNode& node) {
        const TypedNode& inside = *node.operands[0];
        const std::uint32_t one = emit(inside, inside.width, inside.is_signed);
        std::uint32_t all = one;
        for (std::uint32_t i = 1; i < node.copies; ++i) {
            Step step;
            step.operation = Operation::concatenate;
            step.width = inside.width * (i + 1);
            step.a = all;
            step.b = one;
            all = put(step);
        }
        return all;
    }

    std::uint32_t extended(std::uint32_t at, std::uint32_t context, bool is_signed) {
        if (!is_signed || program_.steps[at].width >= context) return at;
        Step step;
        step.operation = Operation::sign_extend;
        step.width = context;
        step.a = at;
        return put(step);
    }

    static Operation operation_of(const TypedNode& node, bool is_signed) {
        const bool compares = node.sizing == OperandSizing::one_bit_of_common;
        const bool signs =
            compares ? node.operands[0]->is_signed && node.operands[1]->is_signed : is_signed;
        switch (node.operation) {
            case Operation::less:
                return signs ? Operation::less_signed : Operation::less;
            case Operation::divide:
                return signs ? Operation::divide_signed : Operation::divide;
            case Operation::modulo:
                return signs ? Operation::modulo_signed : Operation::modulo;
            case Operation::arithmetic_shift_right:
                return signs ? node.operation : Operation::shift_right;
            default:
                return node.operation;
        }
    }

    static void check_width(const Step& step) {
        const bool calculates =
            step.operation >= Operation::multiply && step.operation <= Operation::modulo_signed;
        if (calculates && step.width > kWidestCalculation)
            refuse(fmt::format("it multiplies or divides values of more than {} bits",
                               kWidestCalculation));
    }

    std::uint32_t emit_operand(const TypedNode& node, std::size_t i, std::uint32_t width,
                               bool is_signed) {
        const TypedNode& operand = *node.operands[i];
        const bool alone = (node.operation == Operation::choose && i == 0) ||
                           (node.sizing == OperandSizing::of_left && i == 1) ||
                           node.sizing == OperandSizing::one_bit_of_each;
        if (alone) return emit(operand, operand.width, operand.is_signed);
        if (node.sizing != OperandSizing::one_bit_of_common) return emit(operand, width, is_signed);
        const TypedNode& other = *node.operands[1 - i];
        return emit(operand, std::max(operand.width, other.width),
                    operand.is_signed && other.is_signed);
    }

    Program program_;
};

// The value of an expression without signals.
Bits constant_of(const TypedNode& node) {
    const Program program = Emitter().run(node, 1);
    if (!program.slots().empty()) refuse("a constant is needed");
    Evaluator evaluator;
    return evaluator.any(program, {});
}

bool is_constant(const TypedNode& node) {
    return node.operation != Operation::load &&
           std::all_of(node.operands.begin(), node.operands.end(),
                       [](const NodePointer& o) { return is_constant(*o); });
}

// A constant index, which may be negative.
std::int64_t index_of(const TypedNode& node) {
    const Bits value = constant_of(node);
    const Bits wide =
        node.is_signed ? value.sign_extended(std::max<std::uint32_t>(64, value.width)) : value;
    const auto number = static_cast<std::int64_t>(wide.ones[0]);
    const bool is_negative = node.is_signed && number < 0;
    if (wide.has_unknown() || (!is_negative && !value.number())) refuse("a constant is needed");
    if (number > 0x7fff'ffff || number < -0x7fff'ffff) refuse("an index is beyond its range");
    return number;
}

// ---- Selects ------------------------------------------------------------------------------------

// The target of the next index of a node: the outermost range and the bits per element.
struct Indexed {
    PackedRange range;
    std::uint32_t element = 1;

    explicit Indexed(const TypedNode& node)
        : range(node.outer.empty() ? PackedRange{node.left, node.right} : node.outer.front()),
          element(node.outer.empty() ? 1 : static_cast<std::uint32_t>(node.width / range.size())) {}
    bool is_ascending() const { return range.left < range.right; }
    // The position of `index`, counted from the lowest bits.
    std::int64_t place_of(std::int64_t index) const {
        return is_ascending() ? range.right - index : index - range.right;
    }
};

// Removes the outermost range of `node` after one index has selected from it; otherwise the result
// is a plain vector.
void leave_range(const TypedNode& of, bool is_one, TypedNode& node) {
    if (is_one && !of.outer.empty()) {
        node.outer.assign(of.outer.begin() + 1, of.outer.end());
        node.left = of.left;
        node.right = of.right;
        return;
    }
    node.outer.clear();
    node.left = static_cast<std::int64_t>(node.width) - 1;
    node.right = 0;
}

// From index `one` to index `other`.
NodePointer part_of(NodePointer node, std::int64_t one, std::int64_t other) {
    const Indexed indexed(*node);
    const auto [low, high] = std::minmax({indexed.place_of(one), indexed.place_of(other)});
    if (low < 0 || high >= static_cast<std::int64_t>(indexed.range.size()) ||
        static_cast<std::uint64_t>(high + 1) * indexed.element > node->width)
        refuse("a select is beyond its range");
    const auto width = static_cast<std::uint32_t>(high - low + 1) * indexed.element;
    const std::uint32_t lsb = static_cast<std::uint32_t>(low) * indexed.element;
    const bool is_load = node->operation == Operation::load;
    NodePointer out =
        make(is_load ? Operation::load : Operation::part, width, OperandSizing::one_bit_of_each);
    leave_range(*node, low == high, *out);
    out->slot = node->slot;
    out->lsb = lsb + (is_load ? node->lsb : 0);
    if (!is_load) out->operands.push_back(std::move(node));
    return out;
}

// `count` elements upward or downward from a variable index.
NodePointer selected_at(NodePointer node, NodePointer index, std::uint32_t count, bool upward) {
    const Indexed indexed(*node);
    if (count == 0 || count > indexed.range.size()) refuse("a select is beyond its range");
    NodePointer out =
        make(Operation::select, count * indexed.element, OperandSizing::one_bit_of_each);
    leave_range(*node, count == 1, *out);
    out->select.low = std::min(indexed.range.left, indexed.range.right);
    out->select.high = std::max(indexed.range.left, indexed.range.right);
    out->select.is_ascending = indexed.is_ascending();
    out->select.is_signed = index->is_signed;
    out->select.element = indexed.element;
    if (upward == indexed.is_ascending())  // the index is the highest bit
        out->select.shift = -static_cast<std::int64_t>(count - 1) * indexed.element;
    out->operands.push_back(std::move(node));
    out->operands.push_back(std::move(index));
    return out;
}

// ---- From the syntax tree to nodes --------------------------------------------------------------

bool is_plain_index(const NameStep& step) {
    return step.kind == NameStep::Kind::index &&
           step.operands[0].kind == VerilogExpression::Kind::number &&
           step.operands[0].number.value.number();
}

// The name with all steps that may belong to it: members and constant indices.
std::vector<NamePart> parts_of(const VerilogExpression& name) {
    std::vector<NamePart> parts = {{name.text, 0}};
    for (const NameStep& step : name.steps) {
        if (step.kind == NameStep::Kind::member)
            parts.push_back({step.text, 0});
        else if (is_plain_index(step))
            parts.push_back({"", *step.operands[0].number.value.number()});
        else
            break;
    }
    return parts;
}

class NodeMaker {
public:
    using Kind = VerilogExpression::Kind;

    explicit NodeMaker(const NameFinder& names) : names_(names) {}

    NodePointer make_node(const VerilogExpression& e) const {
        switch (e.kind) {
            case Kind::number:
                return number(e.number);
            case Kind::name:
                return name(e);
            case Kind::unary:
                return unary(*e.operation, make_node(e.operands[0]));
            case Kind::binary:
                return binary(*e.operation, make_node(e.operands[0]), make_node(e.operands[1]));
            case Kind::choice:
                return choice(e);
            case Kind::braces:
                return braces(e);
            case Kind::repeated_braces:
                return repeated(e);
        }
        refuse("it is not understood");
    }

private:
    static NodePointer number(const VerilogNumber& number) {
        NodePointer node =
            make(Operation::constant, number.value.width, OperandSizing::one_bit_of_each);
        node->constant = number.value;
        node->is_signed = number.is_signed;
        node->fills = number.fills;
        return node;
    }

    static NodePointer inverse(NodePointer a, OperandSizing sizing) {
        const bool bitwise = sizing == OperandSizing::common;
        const std::uint32_t width = a->width;
        return make_of(bitwise ? Operation::bitwise_not : Operation::logical_not, width, sizing,
                       std::move(a));
    }

    static NodePointer unary(const VerilogOperator& o, NodePointer a) {
        if (o.operation == Operation::same) return a;
        const std::uint32_t width = o.sizing == OperandSizing::common ? a->width : 1;
        NodePointer node = make_of(o.operation, width, o.sizing, std::move(a));
        return o.inverted ? inverse(std::move(node), o.sizing) : std::move(node);
    }

    static NodePointer binary(const VerilogOperator& o, NodePointer left, NodePointer right) {
        std::uint32_t width = 1;
        if (o.sizing == OperandSizing::of_left) width = left->width;
        if (o.sizing == OperandSizing::common) width = std::max(left->width, right->width);
        NodePointer node = make(o.operation, width, o.sizing);
        if (o.sizing == OperandSizing::common)
            node->is_signed = left->is_signed && right->is_signed;
        if (o.sizing == OperandSizing::of_left) node->is_signed = left->is_signed;
        if (o.swapped) std::swap(left, right);
        node->operands.push_back(std::move(left));
        node->operands.push_back(std::move(right));
        if (!o.inverted) return node;
        return inverse(std::move(node), o.sizing == OperandSizing::common
                                            ? OperandSizing::common
                                            : OperandSizing::one_bit_of_each);
    }

    NodePointer choice(const VerilogExpression& e) const {
        NodePointer condition = make_node(e.operands[0]);
        NodePointer one = make_node(e.operands[1]);
        NodePointer other = make_node(e.operands[2]);
        NodePointer node =
            make(Operation::choose, std::max(one->width, other->width), OperandSizing::common);
        node->is_signed = one->is_signed && other->is_signed;
        node->operands.push_back(std::move(condition));
        node->operands.push_back(std::move(one));
        node->operands.push_back(std::move(other));
        return node;
    }

    // Operands of braces are self-determined and unsigned, whatever the context.
    NodePointer braces(const VerilogExpression& e) const {
        NodePointer all = make_node(e.operands[0]);
        for (std::size_t i = 1; i < e.operands.size(); ++i)
            all = joined(std::move(all), make_node(e.operands[i]));
        const std::uint32_t width = all->width;
        return make_of(Operation::part, width, OperandSizing::one_bit_of_each, std::move(all));
    }

    static NodePointer joined(NodePointer high, NodePointer low) {
        const std::uint32_t width = high->width + low->width;
        if (width > kWidestValue) refuse("a concatenation is too wide");
        NodePointer node = make(Operation::concatenate, width, OperandSizing::one_bit_of_each);
        node->operands.push_back(std::move(high));
        node->operands.push_back(std::move(low));
        return node;
    }

    NodePointer repeated(const VerilogExpression& e) const {
        const std::int64_t copies = index_of(*make_node(e.operands[0]));
        if (copies < 1 || copies > static_cast<std::int64_t>(kMostCopies))
            refuse(fmt::format("a replication has a count from 1 to {}", kMostCopies));
        NodePointer inside = make_node(e.operands[1]);
        const std::uint64_t width =
            static_cast<std::uint64_t>(inside->width) * static_cast<std::uint64_t>(copies);
        if (width > kWidestValue) refuse("a concatenation is too wide");
        NodePointer node = make_of(Operation::part, static_cast<std::uint32_t>(width),
                                   OperandSizing::one_bit_of_each, std::move(inside));
        node->copies = static_cast<std::uint32_t>(copies);
        return node;
    }

    NodePointer name(const VerilogExpression& e) const {
        std::string why;
        const std::optional<NameMeaning> meaning = names_(parts_of(e), why);
        if (!meaning) refuse(why);
        NodePointer node = node_of(*meaning);
        for (std::size_t i = meaning->used - 1; i < e.steps.size(); ++i)
            node = selected(std::move(node), e.steps[i]);
        return node;
    }

    static NodePointer node_of(const NameMeaning& meaning) {
        const bool constant = meaning.constant.has_value();
        NodePointer node = make(constant ? Operation::constant : Operation::load,
                                constant ? meaning.constant->width : meaning.width,
                                OperandSizing::one_bit_of_each);
        node->is_signed = meaning.is_signed;
        if (constant) {
            node->constant = *meaning.constant;
            return node;
        }
        node->slot = meaning.slot;
        node->lsb = meaning.lsb;
        node->left = meaning.left;
        node->right = meaning.right;
        node->outer = meaning.outer;
        return node;
    }

    NodePointer selected(NodePointer node, const NameStep& step) const {
        if (step.kind == NameStep::Kind::member)
            refuse(fmt::format("'.{}' is not understood", step.text));
        NodePointer first = make_node(step.operands[0]);
        if (step.kind == NameStep::Kind::index) {
            if (!is_constant(*first))
                return selected_at(std::move(node), std::move(first), 1, true);
            const std::int64_t at = index_of(*first);
            return part_of(std::move(node), at, at);
        }
        const std::int64_t second = index_of(*make_node(step.operands[1]));
        if (step.kind == NameStep::Kind::range)
            return part_of(std::move(node), index_of(*first), second);
        const bool upward = step.kind == NameStep::Kind::upward;
        if (second < 1 || second > kWidestValue) refuse("a select is beyond its range");
        if (!is_constant(*first))
            return selected_at(std::move(node), std::move(first),
                               static_cast<std::uint32_t>(second), upward);
        const std::int64_t from = index_of(*first);
        return part_of(std::move(node), from, upward ? from + second - 1 : from - (second - 1));
    }

    const NameFinder& names_;
};

NodePointer node_of_text(std::string_view text, const NameFinder& names) {
    std::string why;
    const auto parsed = parse_verilog_expression(text, why);
    if (!parsed) refuse(why);
    return NodeMaker(names).make_node(*parsed);
}

void add_names(const VerilogExpression& e, std::vector<std::vector<NamePart>>& names) {
    if (e.kind == VerilogExpression::Kind::name) names.push_back(parts_of(e));
    for (const NameStep& step : e.steps)
        for (const VerilogExpression& operand : step.operands) add_names(operand, names);
    for (const VerilogExpression& operand : e.operands) add_names(operand, names);
}

}  // namespace

std::optional<Program> compile_expression(std::string_view text, const NameFinder& names,
                                          std::string& why, std::uint32_t context) {
    try {
        return Emitter().run(*node_of_text(text, names), context);
    } catch (const RefusedExpression& refused) {
        why = refused.why;
        return std::nullopt;
    }
}

std::uint32_t width_of_expression(std::string_view text, const NameFinder& names) {
    try {
        return node_of_text(text, names)->width;
    } catch (const RefusedExpression&) {
        return 0;
    }
}

std::vector<std::vector<NamePart>> names_in_expression(std::string_view text) {
    std::vector<std::vector<NamePart>> names;
    std::string why;
    if (const auto parsed = parse_verilog_expression(text, why)) add_names(*parsed, names);
    return names;
}

}  // namespace tapestry
