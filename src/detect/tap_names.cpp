// SPDX-License-Identifier: Apache-2.0
#include "detect/tap_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

using Tokens = std::span<const VerilogToken>;
using Kind = VerilogToken::Kind;

struct Wrong {
    std::string why;
};

std::optional<std::int64_t> decimal(std::string digits) {
    std::erase(digits, '_');
    std::int64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto [at, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || at != end) return std::nullopt;
    return value;
}

std::optional<std::int64_t> number(std::string_view text) {
    const std::size_t quote = text.find('\'');
    if (quote == std::string_view::npos) return decimal(std::string(text));
    const std::size_t base = text.find_first_of("dD", quote);
    if (base != std::string_view::npos && base <= quote + 2)
        return decimal(std::string(text.substr(base + 1)));
    const auto constant = Constant::parse(text);
    const auto value = constant && !constant->has_unknown() ? constant->to_u64() : std::nullopt;
    if (!value || *value > INT32_MAX) return std::nullopt;
    return static_cast<std::int64_t>(*value);
}

// Reads names with their members and indices, one after the other.
class NameReader {
public:
    NameReader(Tokens tokens, const Design& design, const ModuleIndex& index)
        : tokens_(tokens), design_(design), index_(index) {}

    // The bits of the name that begins here, when they are known; stands behind it then.
    std::optional<std::uint64_t> name() {
        text_ = take();
        const VarId var = index_.find(text_);
        if (var == kNone) return name_of_instance();
        const Var& declared = index_.module().var(var);
        open(declared.type);
        if (declared.is_parameter) type_ = nullptr;
        while (is(".") || is("[")) is(".") ? member() : select();
        return width_;
    }
    bool at_end() const { return at_ == tokens_.size(); }
    bool is(std::string_view text) const { return !at_end() && tokens_[at_].text == text; }
    bool is_name() const { return !at_end() && tokens_[at_].kind == Kind::word; }
    std::string take() { return std::string(tokens_[at_++].text); }

private:
    void open(TypeId type) {
        type_ = type == kNone ? nullptr : &design_.types[static_cast<std::size_t>(type)];
        if (!type_)
            width_.reset();
        else if (type_->kind == Type::Kind::unpacked_array)
            width_ = type_->width * type_->elements;
        else
            width_ = type_->width;
    }

    std::optional<std::uint64_t> name_of_instance() {
        const auto& instances = index_.module().instances;
        const auto found = std::find_if(instances.begin(), instances.end(),
                                        [&](const Instance& i) { return i.name == text_; });
        const bool is_interface =
            found == instances.end() || found->module == kNone ||
            design_.modules[static_cast<std::size_t>(found->module)].is_interface;
        if (!is_interface)
            throw Wrong{fmt::format(
                "'{}' is an instance, and what is inside cannot be reached on an FPGA: put a tap "
                "into module '{}', or lead the signal out",
                text_, design_.modules[static_cast<std::size_t>(found->module)].source_name)};
        while (is(".") || is("[")) {
            if (is("."))
                take_member();
            else
                inside();
        }
        return std::nullopt;
    }

    std::string take_member() {
        take();
        return at_end() ? std::string() : take();
    }

    void member() {
        const std::string name = take_member();
        if (!type_ || type_->kind != Type::Kind::structure) return open(kNone);
        const auto found = std::find_if(type_->members.begin(), type_->members.end(),
                                        [&](const StructMember& m) { return m.name == name; });
        if (found == type_->members.end())
            throw Wrong{fmt::format("'{}' has no member '{}'", text_, name)};
        text_ += "." + name;
        const std::uint64_t width = found->width;
        open(found->type);
        width_ = width;
    }

    // The tokens between brackets; stands behind them.
    Tokens inside() {
        const std::size_t from = ++at_;
        for (int depth = 1; at_ < tokens_.size(); ++at_) {
            if (is("[")) ++depth;
            if (is("]") && --depth == 0) return tokens_.subspan(from, at_++ - from);
        }
        return tokens_.subspan(from);
    }

    void select() {
        const Tokens all = inside();
        const std::size_t colon = colon_in(all);
        const std::string text = text_ + "[" + text_of(all) + "]";
        if (!type_ || type_->kind == Type::Kind::other) return open(kNone);
        if (colon == all.size())
            one(constant(all), text);
        else
            part(all, colon, text);
        text_ = text;
    }

    void one(std::optional<std::int64_t> at, const std::string& text) {
        need(at, text);
        const TypeId element = type_->element;
        const bool unpacked = type_->kind == Type::Kind::unpacked_array;
        const std::uint64_t width = type_->width;
        open(element);
        if (element == kNone) width_ = unpacked ? width : 1;
    }

    void part(Tokens all, std::size_t colon, const std::string& text) {
        const bool indexed = colon > 0 && is_sign(all[colon - 1]);
        const auto first = constant(all.first(indexed ? colon - 1 : colon));
        const auto second = constant(all.subspan(colon + 1));
        std::optional<std::int64_t> last = second;
        std::optional<std::int64_t> count = second;
        if (indexed) {
            const std::int64_t step = all[colon - 1].text == "+" ? 1 : -1;
            last = first && second ? std::optional(*first + step * (*second - 1)) : std::nullopt;
        } else if (first && second) {
            count = std::max(*first, *second) - std::min(*first, *second) + 1;
            if (*first != *second && (*first > *second) != (left() > right()))
                throw Wrong{
                    fmt::format("'{}' turns the range [{}:{}] round", text, left(), right())};
        }
        need(first, text);
        need(last, text);
        const std::uint64_t each = type_->element == kNone ? 1 : element_width();
        open(kNone);
        if (count && *count > 0) width_ = static_cast<std::uint64_t>(*count) * each;
    }

    std::uint64_t element_width() const {
        const Type& element = design_.types[static_cast<std::size_t>(type_->element)];
        return element.width;
    }

    bool has_range() const {
        return type_->left != type_->right || type_->kind == Type::Kind::unpacked_array;
    }
    std::int64_t left() const {
        return has_range() ? type_->left : static_cast<std::int64_t>(type_->width) - 1;
    }
    std::int64_t right() const { return has_range() ? type_->right : 0; }

    void need(std::optional<std::int64_t> at, const std::string& text) const {
        if (!at) return;
        if (*at < std::min(left(), right()) || *at > std::max(left(), right()))
            throw Wrong{fmt::format("'{}' is beyond the range [{}:{}]", text, left(), right())};
    }

    static bool is_sign(const VerilogToken& token) {
        return token.text == "+" || token.text == "-";
    }
    static std::size_t colon_in(Tokens tokens) {
        int depth = 0;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const char c = tokens[i].text[0];
            if (c == '(' || c == '[' || c == '{' || c == '?') ++depth;
            if (c == ')' || c == ']' || c == '}') --depth;
            if (c == ':' && depth == 0) return i;
        }
        return tokens.size();
    }
    static std::string text_of(Tokens tokens) {
        std::string text;
        for (const VerilogToken& token : tokens) text += token.text;
        return text;
    }

    // Numbers and parameters with + and - between them; nothing for all else.
    std::optional<std::int64_t> constant(Tokens tokens) const {
        std::int64_t sum = 0;
        std::int64_t sign = 1;
        bool wants_term = true;
        for (const VerilogToken& token : tokens) {
            if (is_sign(token)) {
                sign = (wants_term ? sign : 1) * (token.text == "-" ? -1 : 1);
                wants_term = true;
                continue;
            }
            const auto value = term(token);
            if (!value || !wants_term || *value > INT32_MAX) return std::nullopt;
            sum += sign * *value;
            sign = 1;
            wants_term = false;
        }
        return wants_term ? std::nullopt : std::optional(sum);
    }
    std::optional<std::int64_t> term(const VerilogToken& token) const {
        if (token.kind == Kind::number) return number(token.text);
        const VarId var = token.kind == Kind::word ? index_.find(std::string(token.text)) : kNone;
        if (var == kNone || !index_.module().var(var).is_parameter) return std::nullopt;
        const auto value = index_.module().var(var).value.to_u64();
        if (!value || *value > INT32_MAX) return std::nullopt;
        return static_cast<std::int64_t>(*value);
    }

    Tokens tokens_;
    const Design& design_;
    const ModuleIndex& index_;
    std::size_t at_ = 0;
    // Of the name that is being read: how it is written up to here, what it is, its bits.
    std::string text_;
    const Type* type_ = nullptr;
    std::optional<std::uint64_t> width_;
};

// Names inside brackets are read too, each in its turn.
void read_all(Tokens tokens, const Design& design, const ModuleIndex& index) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool is_member = i > 0 && tokens[i - 1].text == ".";
        if (tokens[i].kind == Kind::word && !is_member)
            NameReader(tokens.subspan(i), design, index).name();
    }
}

}  // namespace

std::string why_no_selection(const std::string& expression, const Design& design,
                             const ModuleIndex& index) {
    try {
        read_all(tokens_of(expression), design, index);
    } catch (const Wrong& wrong) {
        return wrong.why;
    }
    return {};
}

std::optional<std::uint64_t> width_of_names(const std::string& expression, const Design& design,
                                            const ModuleIndex& index) {
    const std::vector<VerilogToken> tokens = tokens_of(expression);
    NameReader reader(tokens, design, index);
    std::uint64_t sum = 0;
    const bool braces = reader.is("{");
    if (braces) reader.take();
    for (;;) {
        if (!reader.is_name()) return std::nullopt;
        const auto width = reader.name();
        if (!width) return std::nullopt;
        sum += *width;
        if (!braces || !reader.is(",")) break;
        reader.take();
    }
    if (braces && !reader.is("}")) return std::nullopt;
    if (braces) reader.take();
    return reader.at_end() ? std::optional(sum) : std::nullopt;
}

}  // namespace tapestry
