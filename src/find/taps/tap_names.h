// SPDX-License-Identifier: Apache-2.0
// What a name in an expression of a tap selects, member by member and index by index. Simulators
// and synthesis differ in what they make of members and indices that are not there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "find/module/module_index.h"

namespace tapestry {

// Why an expression is refused, thrown by those who read it.
struct WrongExpression {
    std::string why;
};

// The values that something may have, both ends among them.
struct TapRange {
    std::int64_t least = 0;
    std::int64_t most = 0;

    bool is_one() const { return least == most; }
};
using MaybeRange = std::optional<TapRange>;  // nothing: any

class NameWalk {
public:
    NameWalk(std::string name, const Design& design, const ModuleIndex& index);

    void member(const std::string& name);
    // An index; `text` is what stands in the brackets.
    void one(const MaybeRange& at, const std::string& text);
    // [first:second], or [first +: second] with a step of 1, [first -: second] with one of -1.
    void part(const MaybeRange& first, const MaybeRange& second, int step, const std::string& text);
    // At its end: an instance alone is no value.
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
    std::string text_;                    // up to here
    const Type* type_ = nullptr;          // nothing: not known
    const Module* interface_ = nullptr;   // whose member comes next
    std::optional<std::uint64_t> width_;  // bits, where they are known
    MaybeRange value_;
    bool is_part_ = false;
    bool is_parameter_ = false;
};

}  // namespace tapestry
