// SPDX-License-Identifier: Apache-2.0
#include "find/logic/leaves.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::size_t kMostLeaves = 256;
constexpr int kDeepest = 16;

std::int64_t index_at(const Type& type, std::int64_t position) {
    return type.right + (type.left >= type.right ? position : -position);
}

class LeafSearch {
public:
    enum class Wanted { leaves, structures };
    LeafSearch(const Design& design, Wanted wanted, std::vector<Leaf>& leaves)
        : design_(design), wanted_(wanted), leaves_(leaves) {}

    void run(TypeId id, const Leaf& so_far, int depth) {
        if (id == kNone || depth > kDeepest || leaves_.size() > kMostLeaves) return;
        const Type& type = design_.types[id];
        const bool has_elements = !type.members.empty() && is_element(type.members.front());
        if (type.kind == Type::Kind::structure && !has_elements)
            return wanted_ == Wanted::leaves ? members(type, so_far, depth) : add(id, so_far);
        if (type.kind == Type::Kind::unpacked_array) return elements(type, so_far, depth);
        if (type.element != kNone && type.kind == Type::Kind::plain)
            return dimension(type, so_far, depth);
        if (type.kind == Type::Kind::interface || type.kind == Type::Kind::other) return;
        if (wanted_ == Wanted::structures) return;
        Leaf leaf = so_far;
        leaf.width = std::max<std::uint32_t>(type.width, 1);
        leaf.right = type.right;
        leaf.counts_up = type.left >= type.right;
        leaves_.push_back(std::move(leaf));
    }

private:
    void add(TypeId structure, Leaf leaf) {
        leaf.width = design_.width_of(structure);
        leaf.type = structure;
        leaves_.push_back(std::move(leaf));
    }

    void members(const Type& type, const Leaf& so_far, int depth) {
        for (const StructMember& member : type.members) {
            Leaf next = so_far;
            next.lsb += member.lsb;
            next.text += "." + member.name;
            const std::size_t before = leaves_.size();
            run(member.type, next, depth + 1);
            if (leaves_.size() > before) continue;
            next.width = std::max<std::uint32_t>(member.width, 1);
            leaves_.push_back(std::move(next));
        }
    }

    void elements(const Type& type, const Leaf& so_far, int depth) {
        for (std::uint64_t e = 0; e < type.elements && leaves_.size() <= kMostLeaves; ++e) {
            Leaf next = so_far;
            next.element = e;
            next.text +=
                fmt::format("[{}]", std::min(type.left, type.right) + static_cast<std::int64_t>(e));
            run(type.element, next, depth + 1);
        }
    }

    void dimension(const Type& type, const Leaf& so_far, int depth) {
        const std::uint32_t width = std::max<std::uint32_t>(design_.width_of(type.element), 1);
        for (std::uint32_t i = 0; i * width < type.width && leaves_.size() <= kMostLeaves; ++i) {
            Leaf next = so_far;
            next.lsb += static_cast<std::uint64_t>(i) * width;
            next.text += fmt::format("[{}]", index_at(type, i));
            run(type.element, next, depth + 1);
        }
    }

    const Design& design_;
    Wanted wanted_;
    std::vector<Leaf>& leaves_;
};

std::vector<Leaf> search(const Design& design, TypeId type, LeafSearch::Wanted wanted) {
    std::vector<Leaf> all;
    LeafSearch(design, wanted, all).run(type, {}, 0);
    if (all.size() > kMostLeaves) all.clear();
    return all;
}

}  // namespace

std::vector<Leaf> leaves_of(const Design& design, TypeId type) {
    return search(design, type, LeafSearch::Wanted::leaves);
}

std::vector<Leaf> structures_of(const Design& design, TypeId type) {
    return search(design, type, LeafSearch::Wanted::structures);
}

std::optional<std::string> text_of_bit(const Design& design, TypeId type, Bit bit) {
    for (const Leaf& leaf : leaves_of(design, type)) {
        if (leaf.element != bit.element || bit.position < leaf.lsb ||
            bit.position >= leaf.lsb + leaf.width)
            continue;
        if (leaf.width == 1) return leaf.text;
        const auto at = static_cast<std::int64_t>(bit.position - leaf.lsb);
        return leaf.text + fmt::format("[{}]", leaf.right + (leaf.counts_up ? at : -at));
    }
    return std::nullopt;
}

}  // namespace tapestry
