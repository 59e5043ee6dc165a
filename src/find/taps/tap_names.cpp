// SPDX-License-Identifier: Apache-2.0
#include "find/taps/tap_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry {

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
    type_ = type == kNone ? nullptr : &design_.types[static_cast<std::size_t>(type)];
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
    const Module& module = design_.modules[static_cast<std::size_t>(found->module)];
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
    return design_.types[static_cast<std::size_t>(type_->element)].width;
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

}  // namespace tapestry
