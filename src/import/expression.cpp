// SPDX-License-Identifier: Apache-2.0
#include "import/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <memory>

#include "base/verilog_lexer.h"
#include "import/wide_bits.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kWidestValue = 1 << 20;
constexpr int kDeepestExpression = 200;

// How the width of an operator's result and of its operands follow from each other.
enum class Sizing { common, one_bit_of_each, one_bit_of_common, of_left };

struct Operator {
    std::string_view text;
    int level;  // binds the tighter the higher
    Operation operation;
    Sizing sizing;
    bool inverted = false;  // the result is `!` of the operation
    bool swapped = false;
};

// Longer texts stand before their own beginnings.
constexpr std::array kOperators = {
    Operator{"||", 1, Operation::logical_or, Sizing::one_bit_of_each},
    Operator{"&&", 2, Operation::logical_and, Sizing::one_bit_of_each},
    Operator{"===", 6, Operation::case_equal, Sizing::one_bit_of_common},
    Operator{"!==", 6, Operation::case_equal, Sizing::one_bit_of_common, true},
    Operator{"==", 6, Operation::equal, Sizing::one_bit_of_common},
    Operator{"!=", 6, Operation::equal, Sizing::one_bit_of_common, true},
    Operator{"<<", 8, Operation::shift_left, Sizing::of_left},
    Operator{">>", 8, Operation::shift_right, Sizing::of_left},
    Operator{"<=", 7, Operation::less, Sizing::one_bit_of_common, true, true},
    Operator{">=", 7, Operation::less, Sizing::one_bit_of_common, true},
    Operator{"<", 7, Operation::less, Sizing::one_bit_of_common},
    Operator{">", 7, Operation::less, Sizing::one_bit_of_common, false, true},
    Operator{"|", 3, Operation::bitwise_or, Sizing::common},
    Operator{"^", 4, Operation::bitwise_xor, Sizing::common},
    Operator{"&", 5, Operation::bitwise_and, Sizing::common},
    Operator{"+", 9, Operation::add, Sizing::common},
    Operator{"-", 9, Operation::subtract, Sizing::common},
    Operator{"*", 10, Operation::multiply, Sizing::common},
    Operator{"/", 10, Operation::divide, Sizing::common},
    Operator{"%", 10, Operation::modulo, Sizing::common},
};

struct Node {
    Operation operation = Operation::constant;
    std::uint32_t width = 1;  // on its own
    Sizing sizing = Sizing::one_bit_of_each;
    std::vector<std::unique_ptr<Node>> operands;
    Bits constant;
    std::uint32_t slot = 0;
    std::uint32_t lsb = 0;
    // The range that indices refer to.
    std::int64_t left = 0;
    std::int64_t right = 0;
    std::vector<PackedRange> outer;  // NameMeaning::outer
};
using NodePointer = std::unique_ptr<Node>;

NodePointer make(Operation operation, std::uint32_t width, Sizing sizing) {
    auto node = std::make_unique<Node>();
    node->operation = operation;
    node->width = width;
    node->sizing = sizing;
    node->left = static_cast<std::int64_t>(width) - 1;
    return node;
}

NodePointer make_unary(Operation operation, std::uint32_t width, Sizing sizing, NodePointer a) {
    NodePointer node = make(operation, width, sizing);
    node->operands.push_back(std::move(a));
    return node;
}

NodePointer make_constant(Bits value) {
    NodePointer node = make(Operation::constant, value.width, Sizing::one_bit_of_each);
    node->constant = std::move(value);
    return node;
}

struct Refused {
    std::string why;
};

class Parser {
public:
    Parser(std::string_view text, const NameFinder& names) : text_(text), names_(names) {}

    NodePointer run() {
        NodePointer node = choice();
        skip_blanks();
        if (at_ < text_.size())
            refuse(fmt::format("'{}' is not understood", text_.substr(at_, 20)));
        return node;
    }

private:
    [[noreturn]] void refuse(std::string why) const { throw Refused{std::move(why)}; }

    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }
    bool take(std::string_view token) {
        skip_blanks();
        if (text_.substr(at_, token.size()) != token) return false;
        at_ += token.size();
        return true;
    }
    void need(std::string_view token) {
        if (!take(token)) refuse(fmt::format("'{}' is missing", token));
    }

    NodePointer choice() {
        if (++depth_ > kDeepestExpression) refuse("it is nested too deeply");
        NodePointer condition = binary(1);
        if (take("?")) {
            NodePointer then = choice();
            need(":");
            NodePointer otherwise = choice();
            NodePointer node =
                make(Operation::choose, std::max(then->width, otherwise->width), Sizing::common);
            node->operands.push_back(std::move(condition));
            node->operands.push_back(std::move(then));
            node->operands.push_back(std::move(otherwise));
            condition = std::move(node);
        }
        --depth_;
        return condition;
    }

    const Operator* take_operator(int lowest) {
        skip_blanks();
        const std::string_view rest = text_.substr(at_);
        for (const Operator& o : kOperators) {
            if (!rest.starts_with(o.text)) continue;
            const char next = rest.size() > o.text.size() ? rest[o.text.size()] : ' ';
            // `[a +: 4]` goes on as a select; `<<<`, `**` and `->` are none of these operators.
            const bool is_other = next == ':' || next == '*' || (next == '>' && o.text != ">") ||
                                  (next == '<' && o.text == "<<");
            if (is_other || o.level < lowest) return nullptr;
            at_ += o.text.size();
            return &o;
        }
        return nullptr;
    }

    NodePointer binary(int lowest) {
        NodePointer left = unary();
        while (const Operator* o = take_operator(lowest)) {
            NodePointer right = binary(o->level + 1);
            std::uint32_t width = 1;
            if (o->sizing == Sizing::of_left) width = left->width;
            if (o->sizing == Sizing::common) width = std::max(left->width, right->width);
            if (o->swapped) std::swap(left, right);
            NodePointer node = make(o->operation, width, o->sizing);
            node->operands.push_back(std::move(left));
            node->operands.push_back(std::move(right));
            left = o->inverted ? logical_not(std::move(node)) : std::move(node);
        }
        return left;
    }

    static NodePointer logical_not(NodePointer a) {
        return make_unary(Operation::logical_not, 1, Sizing::one_bit_of_each, std::move(a));
    }
    NodePointer reduced(Operation operation) {
        return make_unary(operation, 1, Sizing::one_bit_of_each, unary());
    }

    NodePointer unary() {
        if (++depth_ > kDeepestExpression) refuse("it is nested too deeply");
        NodePointer node = unary_inside();
        --depth_;
        return node;
    }
    NodePointer unary_inside() {
        if (take("~&")) return logical_not(reduced(Operation::reduce_and));
        if (take("~|")) return logical_not(reduced(Operation::reduce_or));
        if (take("~^") || take("^~")) return logical_not(reduced(Operation::reduce_xor));
        if (take("!")) return logical_not(unary());
        if (take("&")) return reduced(Operation::reduce_and);
        if (take("|")) return reduced(Operation::reduce_or);
        if (take("^")) return reduced(Operation::reduce_xor);
        if (take("+")) return unary();
        const bool negates = take("-");
        if (!negates && !take("~")) return primary();
        NodePointer a = unary();
        const std::uint32_t width = a->width;
        return make_unary(negates ? Operation::negate : Operation::bitwise_not, width,
                          Sizing::common, std::move(a));
    }

    NodePointer primary() {
        skip_blanks();
        if (at_ >= text_.size()) refuse("it ends too early");
        if (take("(")) {
            NodePointer node = choice();
            need(")");
            return node;
        }
        if (take("{")) return concatenation();
        const char c = text_[at_];
        if (std::isdigit(static_cast<unsigned char>(c)) || c == '\'') return number();
        return name();
    }

    NodePointer concatenation() {
        NodePointer all = choice();
        if (take("{")) return replication(*all);
        while (take(",")) all = joined(std::move(all), choice());
        need("}");
        // What is inside braces has its own width, whatever stands around them.
        const std::uint32_t width = all->width;
        return make_unary(Operation::part, width, Sizing::one_bit_of_each, std::move(all));
    }

    NodePointer joined(NodePointer high, NodePointer low) const {
        const std::uint32_t width = high->width + low->width;
        if (width > kWidestValue) refuse("a concatenation is too wide");
        NodePointer node = make(Operation::concatenate, width, Sizing::one_bit_of_each);
        node->operands.push_back(std::move(high));
        node->operands.push_back(std::move(low));
        return node;
    }

    // {count{…}}: the text inside is read once for each copy.
    NodePointer replication(const Node& count_node) {
        const std::uint64_t count = constant_of(count_node);
        if (count == 0 || count > 1024) refuse("a replication has a count from 1 to 1024");
        const std::size_t inside = at_;
        NodePointer all = concatenation();
        for (std::uint64_t i = 1; i < count; ++i) {
            at_ = inside;
            all = joined(std::move(all), concatenation());
        }
        need("}");
        return all;
    }

    std::uint64_t constant_of(const Node& node) const {
        if (node.operation != Operation::constant || node.constant.has_unknown())
            refuse("a constant is needed");
        return node.constant.ones[0];
    }

    std::string digits(std::string_view allowed) {
        std::string out;
        for (; at_ < text_.size(); ++at_) {
            const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_])));
            if (c == '_' && !out.empty()) continue;
            if (allowed.find(c) == std::string_view::npos) break;
            out += c;
        }
        return out;
    }

    NodePointer number() {
        const std::string size = digits("0123456789");
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != '\'') {
            const Bits value = decimal(size);
            return make_constant(wide_resized(value, std::max<std::uint32_t>(32, value.width)));
        }
        ++at_;
        std::uint64_t width = size.empty() ? 32 : decimal(size).ones[0];
        if (size.size() > 7 || width == 0 || width > kWidestValue)
            refuse(fmt::format("a number of {} bits", size));
        if (!take("s")) take("S");
        return make_constant(based_number(static_cast<std::uint32_t>(width), size.empty()));
    }

    Bits decimal(const std::string& text) const {
        const std::optional<Bits> value = text.size() > 1000 ? std::nullopt : bits_of_decimal(text);
        if (!value) refuse("a number is not understood");
        return *value;
    }

    Bits based_number(std::uint32_t width, bool is_unsized) {
        const char base =
            at_ < text_.size()
                ? static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_++])))
                : ' ';
        // '0 and '1 fill as many bits as there are; 64 of them are enough for what is compared.
        if (is_unsized && base == '0') return Bits::zeros(1);
        if (is_unsized && base == '1') return Bits::of(~std::uint64_t{0}, 64);
        skip_blanks();
        if (base == 'd') return wide_resized(decimal(digits("0123456789")), width);
        const unsigned bits = base == 'h' ? 4 : base == 'o' ? 3 : base == 'b' ? 1 : 0;
        const std::string text = bits ? digits("0123456789abcdefxz?") : "";
        if (text.empty()) refuse("a number is not understood");
        return from_digits(text, bits, width);
    }

    Bits from_digits(const std::string& text, unsigned bits, std::uint32_t width) const {
        Bits value = Bits::zeros(
            std::max<std::uint32_t>(width, static_cast<std::uint32_t>(text.size()) * bits));
        const std::uint64_t all = (1u << bits) - 1;
        const auto put = [](std::vector<std::uint64_t>& words, std::size_t at, std::uint64_t bit) {
            words[at / 64] |= bit << at % 64;
        };
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[text.size() - 1 - i];
            const bool unknown = c == 'x' || c == 'z' || c == '?';
            const auto digit = static_cast<std::uint64_t>(
                unknown                                       ? 0
                : std::isdigit(static_cast<unsigned char>(c)) ? c - '0'
                                                              : c - 'a' + 10);
            if (digit > all) refuse("a digit does not fit its base");
            for (unsigned b = 0; b < bits; ++b) {
                put(value.ones, i * bits + b, digit >> b & 1);
                put(value.unknown, i * bits + b, unknown ? 1 : 0);
            }
        }
        return wide_resized(value, width);
    }

    std::string identifier() {
        skip_blanks();
        const std::size_t from = at_;
        at_ = end_of_word(text_, at_);
        if (at_ > from && text_[from] == '\\')
            return std::string(text_.substr(from + 1, at_ - from - 1));
        if (at_ == from) refuse(fmt::format("'{}' is not understood", text_.substr(from, 20)));
        return std::string(text_.substr(from, at_ - from));
    }

    NodePointer name() {
        std::vector<NamePart> parts = {{identifier(), 0}};
        std::vector<std::size_t> ends = {at_};
        if (parts[0].name.empty() || parts[0].name[0] == '$')
            refuse(fmt::format("'{}' is not understood", parts[0].name));
        while (name_goes_on(parts)) ends.push_back(at_);
        std::string why;
        const std::optional<NameMeaning> meaning = names_(parts, why);
        if (!meaning) refuse(why);
        at_ = ends[meaning->used - 1];
        return selected(node_of(*meaning));
    }

    // Takes `.name` or a constant index.
    bool name_goes_on(std::vector<NamePart>& parts) {
        const std::size_t from = at_;
        if (take(".")) {
            parts.push_back({identifier(), 0});
            return true;
        }
        if (take("[")) {
            skip_blanks();
            const std::string index = digits("0123456789");
            if (!index.empty() && index.size() < 19 && take("]")) {
                parts.push_back({"", std::stoull(index)});
                return true;
            }
        }
        at_ = from;
        return false;
    }

    static NodePointer node_of(const NameMeaning& meaning) {
        if (meaning.constant) return make_constant(*meaning.constant);
        NodePointer node = make(Operation::load, meaning.width, Sizing::one_bit_of_each);
        node->slot = meaning.slot;
        node->lsb = meaning.lsb;
        node->left = meaning.left;
        node->right = meaning.right;
        node->outer = meaning.outer;
        return node;
    }

    // The place, from the lowest, of what has the index `index`.
    std::int64_t place_of(const PackedRange& range, std::uint64_t index) const {
        if (index > 0x7fff'ffff) refuse("an index is beyond its range");
        const auto i = static_cast<std::int64_t>(index);
        return range.left >= range.right ? i - range.right : range.right - i;
    }

    NodePointer selected(NodePointer node) {
        while (take("[")) {
            NodePointer first = choice();
            if (take("+:") || take("-:")) {
                const bool up = text_[at_ - 2] == '+';
                const std::uint64_t from = constant_of(*first);
                const std::uint64_t count = constant_of(*choice());
                if (count == 0 || count > kWidestValue || (!up && from + 1 < count))
                    refuse("a select is beyond its range");
                node = part(std::move(node), from, up ? from + count - 1 : from - (count - 1));
            } else if (take(":")) {
                const std::uint64_t from = constant_of(*first);
                const std::uint64_t to = constant_of(*choice());
                node = part(std::move(node), from, to);
            } else if (first->operation == Operation::constant) {
                const std::uint64_t index = constant_of(*first);
                node = part(std::move(node), index, index);
            } else {
                node = bit(std::move(node), std::move(first));
            }
            need("]");
        }
        return node;
    }

    NodePointer part(NodePointer node, std::uint64_t one, std::uint64_t other) const {
        if (!node->outer.empty()) return elements(std::move(node), one, other);
        const PackedRange range{node->left, node->right};
        const auto [low, high] = std::minmax({place_of(range, one), place_of(range, other)});
        if (low < 0 || high >= static_cast<std::int64_t>(node->width))
            refuse("a select is beyond its range");
        const auto width = static_cast<std::uint32_t>(high - low + 1);
        if (node->operation == Operation::load) {
            node->lsb += static_cast<std::uint32_t>(low);
            node->width = width;
            node->left = width - 1;
            node->right = 0;
            return node;
        }
        NodePointer out =
            make_unary(Operation::part, width, Sizing::one_bit_of_each, std::move(node));
        out->lsb = static_cast<std::uint32_t>(low);
        return out;
    }

    // Elements of a packed array. One of them has the ranges that are left; several are a vector.
    NodePointer elements(NodePointer node, std::uint64_t one, std::uint64_t other) const {
        const PackedRange range = node->outer.front();
        const auto [low, high] = std::minmax({place_of(range, one), place_of(range, other)});
        if (low < 0 || high >= static_cast<std::int64_t>(range.size()))
            refuse("a select is beyond its range");
        const auto width = static_cast<std::uint32_t>(node->width / range.size());
        node->lsb += static_cast<std::uint32_t>(low) * width;
        node->width = width * static_cast<std::uint32_t>(high - low + 1);
        node->outer.erase(node->outer.begin());
        if (high == low) return node;
        node->outer.clear();
        node->left = node->width - 1;
        node->right = 0;
        return node;
    }

    NodePointer bit(NodePointer node, NodePointer index) const {
        if (!node->outer.empty()) refuse("an index that is no constant, into a packed array");
        if (node->left < node->right || node->right != 0)
            refuse("an index that is no constant, into a range that does not end at 0");
        NodePointer out =
            make_unary(Operation::bit_at, 1, Sizing::one_bit_of_each, std::move(node));
        out->operands.push_back(std::move(index));
        return out;
    }

    std::string_view text_;
    const NameFinder& names_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

// From the tree to steps, with the widths that the context asks for.
class Emitter {
public:
    Program run(const Node& root, std::uint32_t context) {
        emit(root, std::max(root.width, context));
        const bool wide = !program_.is_narrow();
        for (const Step& step : program_.steps) {
            if (wide && !is_possible_when_wide(step.operation))
                throw Refused{"it multiplies or divides values of more than 64 bits"};
        }
        return std::move(program_);
    }

private:
    // A narrower value is the same number in a wider context: no step extends.
    std::uint32_t emit(const Node& node, std::uint32_t context) {
        Step step;
        step.operation = node.operation;
        step.width = node.sizing == Sizing::common || node.sizing == Sizing::of_left
                         ? std::max(node.width, context)
                         : node.width;
        step.lsb = node.lsb;
        step.index = node.slot;
        if (node.operation == Operation::constant) {
            step.index = static_cast<std::uint32_t>(program_.constants.size());
            program_.constants.push_back(node.constant);
        }
        std::uint32_t* const places[] = {&step.a, &step.b, &step.c};
        for (std::size_t i = 0; i < node.operands.size(); ++i)
            *places[i] = emit(*node.operands[i], width_of_operand(node, i, step.width));
        program_.steps.push_back(step);
        return static_cast<std::uint32_t>(program_.steps.size() - 1);
    }

    static std::uint32_t width_of_operand(const Node& node, std::size_t i, std::uint32_t width) {
        const std::uint32_t own = node.operands[i]->width;
        switch (node.sizing) {
            case Sizing::common:
                return node.operation == Operation::choose && i == 0 ? own : width;
            case Sizing::of_left:
                return i == 0 ? width : own;
            case Sizing::one_bit_of_common:
                return std::max(node.operands[0]->width, node.operands[1]->width);
            default:
                return own;
        }
    }

    Program program_;
};

}  // namespace

std::optional<Bits> bits_of_decimal(std::string_view digits) {
    if (digits.empty()) return std::nullopt;
    Bits value = Bits::zeros(64);
    for (char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        auto carry = static_cast<unsigned __int128>(c - '0');
        for (std::uint64_t& word : value.ones) {
            carry += static_cast<unsigned __int128>(word) * 10;
            word = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        if (carry == 0) continue;
        value.ones.push_back(static_cast<std::uint64_t>(carry));
        value.unknown.push_back(0);
    }
    const auto top = static_cast<std::uint32_t>(std::bit_width(value.ones.back()));
    const auto below = static_cast<std::uint32_t>(value.ones.size() - 1) * 64;
    value.width = static_cast<std::uint32_t>(value.ones.size()) * 64;
    return wide_resized(value, std::max<std::uint32_t>(1, below + top));
}

std::optional<Program> compile_expression(std::string_view text, const NameFinder& names,
                                          std::string& why, std::uint32_t context) {
    try {
        return Emitter().run(*Parser(text, names).run(), context);
    } catch (const Refused& refused) {
        why = refused.why;
        return std::nullopt;
    }
}

std::uint32_t width_of_expression(std::string_view text, const NameFinder& names) {
    try {
        return Parser(text, names).run()->width;
    } catch (const Refused&) {
        return 0;
    }
}

}  // namespace tapestry
