// SPDX-License-Identifier: Apache-2.0
#include "find/logic/array_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace tapestry {

namespace {

constexpr std::uint64_t kMostElements = 64;

// An array that may be taken apart: [left:right] elements of `width` bits.
struct Array {
    bool packed = false;
    std::uint32_t width = 0;
    std::uint64_t elements = 0;
    TypeId element = kNone;
};

std::optional<Array> array_of(const Design& design, const Var& var) {
    if (var.type == kNone || var.direction != Direction::none || var.is_local || var.is_parameter)
        return std::nullopt;
    const Type& type = design.types[var.type];
    const bool packed = type.kind == Type::Kind::plain;
    if ((!packed && type.kind != Type::Kind::unpacked_array) || type.element == kNone)
        return std::nullopt;
    const Type& element = design.types[type.element];
    const bool single = element.kind == Type::Kind::plain ||
                        element.kind == Type::Kind::enumeration ||
                        element.kind == Type::Kind::structure;
    const std::uint64_t count = packed ? type.width / std::max(element.width, 1U) : type.elements;
    if (!single || element.width < 2 || count < 2 || count > kMostElements) return std::nullopt;
    return Array{packed, element.width, count, type.element};
}

std::optional<std::uint64_t> constant_of(const Module& module, ExprId id) {
    if (id == kNone || module.expr(id).op != Op::constant) return std::nullopt;
    return module.expr(id).value.to_u64();
}

// Which arrays of a module can be taken apart, and where their elements are read.
class ArrayUses {
public:
    ArrayUses(const Design& design, const Module& module) : module_(module) {
        for (const VarId v : module.vars.ids()) {
            if (const auto array = array_of(design, module.vars[v])) arrays.emplace(v, *array);
        }
        if (arrays.empty()) return;
        note_reads();
        keep_written_apart();
        keep_compared();
    }

    std::map<VarId, Array> arrays;
    std::map<ExprId, std::uint64_t> reads;  // selects of one element, and its number

    std::optional<std::uint64_t> element_of(const Assignment& a) const {
        const Array& array = arrays.at(a.target);
        if (a.dynamic) return std::nullopt;
        const auto element = array.packed ? std::optional<std::uint64_t>(a.lsb / array.width)
                                          : constant_of(module_, a.element_index);
        const bool inside = array.packed ? (a.lsb % array.width) + a.width <= array.width
                                         : a.to_element && a.lsb + a.width <= array.width;
        return inside && element && *element < array.elements ? element : std::nullopt;
    }
    // `all <= 0` writes every element with a part of the constant.
    bool writes_all(const Assignment& a) const {
        return arrays.at(a.target).packed && a.whole && module_.expr(a.value).op == Op::constant;
    }

private:
    void note_reads() {
        note_used();
        std::set<ExprId> plain;  // references that are not of one element
        for (const ExprId id : used_) {
            const Expr& e = module_.expr(id);
            if (e.op == Op::ref && arrays.contains(e.var)) plain.insert(id);
        }
        for (const ExprId id : used_) {
            const auto element = read_element(module_.expr(id));
            if (!element) continue;
            reads.emplace(id, *element);
            plain.erase(module_.expr(id).args[0]);
        }
        for (const ExprId id : plain) arrays.erase(module_.expr(id).var);
    }

    // What is read. Elaboration leaves expressions behind that nothing uses.
    void note_used() {
        for (const Assignment& a : module_.assignments) {
            use(a.value);
            use(a.element_index);
            for (const Guard& guard : a.guards) {
                use(guard.condition);
                for (const ExprId match : guard.matches) use(match);
                for (const ExprId match : guard.earlier) use(match);
            }
        }
        for (const Instance& instance : module_.instances) {
            for (const Connection& c : instance.connections) use(c.value);
        }
    }
    void use(ExprId id) {
        if (id == kNone || !used_.insert(id).second) return;
        for (const ExprId argument : module_.expr(id).args) use(argument);
    }

    std::optional<std::uint64_t> read_element(const Expr& e) const {
        if (e.op != Op::array_select && e.op != Op::select) return std::nullopt;
        const Expr& of = module_.expr(e.args[0]);
        const auto array = of.op == Op::ref ? arrays.find(of.var) : arrays.end();
        const auto at = constant_of(module_, e.args[1]);
        if (array == arrays.end() || !at || array->second.packed != (e.op == Op::select))
            return std::nullopt;
        if (e.op == Op::array_select) return *at < array->second.elements ? at : std::nullopt;
        const std::uint32_t width = array->second.width;
        return *at % width + e.width <= width ? std::optional(*at / width) : std::nullopt;
    }

    void keep_written_apart() {
        for (const Assignment& a : module_.assignments) {
            if (a.target == kNone || !arrays.contains(a.target)) continue;
            if (!element_of(a) && !writes_all(a)) arrays.erase(a.target);
        }
    }

    // Machines are compared with constants; what is not compared stays an array.
    void keep_compared() {
        std::set<VarId> compared;
        auto note = [&](ExprId id) {
            const Expr* e = &module_.expr(id);
            while ((e->op == Op::select || e->op == Op::array_select) && !e->args.empty())
                e = &module_.expr(e->args[0]);
            if (e->op == Op::ref) compared.insert(e->var);
        };
        for (const ExprId id : used_) {
            const Expr& e = module_.expr(id);
            if (e.op != Op::equal && e.op != Op::not_equal) continue;
            for (const std::size_t side : {0U, 1U}) {
                if (module_.expr(e.args[1 - side]).op == Op::constant) note(e.args[side]);
            }
        }
        for (const Assignment& a : module_.assignments) {
            for (const Guard& guard : a.guards)
                if (guard.is_case) note(guard.condition);
        }
        // A next-state array is taken apart with the state that takes it over.
        for (const Assignment& a : module_.assignments) {
            if (a.target != kNone && compared.contains(a.target)) note(a.value);
        }
        std::erase_if(arrays, [&](const auto& entry) { return !compared.contains(entry.first); });
        std::erase_if(reads, [&](const auto& entry) {
            return !arrays.contains(module_.expr(module_.expr(entry.first).args[0]).var);
        });
    }

    const Module& module_;
    std::set<ExprId> used_;
};

// Rewrites one module.
class Apart {
public:
    Apart(const Design& design, Module& module, const ArrayUses& uses)
        : design_(design), module_(module), uses_(uses) {}

    void run() {
        for (const auto& [var, array] : uses_.arrays) {
            for (std::uint64_t i = 0; i < array.elements; ++i) add_element(var, array, i);
        }
        for (const auto& [id, element] : uses_.reads) rewrite_read(id, element);
        std::vector<Assignment> all;
        for (Assignment& a : module_.assignments) {
            if (a.target == kNone || !uses_.arrays.contains(a.target))
                all.push_back(std::move(a));
            else if (const auto element = uses_.element_of(a))
                all.push_back(to_element(a, *element));
            else
                add_parts(a, all);
        }
        module_.assignments = std::move(all);
    }

private:
    void add_element(VarId array_var, const Array& array, std::uint64_t i) {
        Var var = module_.var(array_var);
        const Type& type = design_.types[var.type];
        const bool falls = array.packed && type.left >= type.right;
        const std::int64_t first = array.packed ? type.right : std::min(type.left, type.right);
        const auto offset = static_cast<std::int64_t>(i);
        var.index = fmt::format("[{}]", array.packed && !falls ? first - offset : first + offset);
        var.type = array.element;
        const Type& element = design_.types[array.element];
        if (element.kind == Type::Kind::enumeration) var.enumeration = array.element;
        elements_[{array_var, i}] = static_cast<VarId>(module_.vars.size());
        module_.vars.push_back(std::move(var));
    }

    ExprId add(Expr e) {
        module_.exprs.push_back(std::move(e));
        return static_cast<ExprId>(module_.exprs.size() - 1);
    }
    ExprId reference(VarId var, const SourcePlace& place) {
        Expr e;
        e.op = Op::ref;
        e.var = var;
        e.width = design_.width_of(module_.var(var).type);
        e.place = place;
        return add(std::move(e));
    }

    void rewrite_read(ExprId id, std::uint64_t element) {
        const Expr e = module_.expr(id);
        const VarId array_var = module_.expr(e.args[0]).var;
        const std::uint32_t width = uses_.arrays.at(array_var).width;
        const VarId var = elements_.at({array_var, element});
        Expr fresh = e;
        if (e.width == width) {
            fresh.op = Op::ref;
            fresh.var = var;
            fresh.args.clear();
        } else {  // some bits of an element of a packed array
            Expr lsb = module_.expr(e.args[1]);
            lsb.value = Constant(32, *lsb.value.to_u64() % width);
            const ExprId from = reference(var, e.place);
            fresh.args = {from, add(std::move(lsb)), e.args[2]};
        }
        module_.exprs[id] = std::move(fresh);
    }

    Assignment to_element(const Assignment& a, std::uint64_t element) {
        const Array& array = uses_.arrays.at(a.target);
        Assignment here = a;
        here.target = elements_.at({a.target, element});
        here.lsb = array.packed ? a.lsb % array.width : a.lsb;
        here.whole = here.lsb == 0 && here.width == array.width;
        here.to_element = false;
        here.element_index = kNone;
        return here;
    }

    void add_parts(const Assignment& a, std::vector<Assignment>& all) {
        const Array& array = uses_.arrays.at(a.target);
        const Constant value = module_.expr(a.value).value;
        for (std::uint64_t i = 0; i < array.elements; ++i) {
            Assignment part = a;
            part.lsb = static_cast<std::uint32_t>(i) * array.width;
            part.width = array.width;
            Expr constant = module_.expr(a.value);
            constant.width = array.width;
            constant.value = value.slice(part.lsb, array.width);
            part.value = add(std::move(constant));
            all.push_back(to_element(part, i));
        }
    }

    const Design& design_;
    Module& module_;
    const ArrayUses& uses_;
    std::map<std::pair<VarId, std::uint64_t>, VarId> elements_;
};

}  // namespace

std::optional<Design> with_elements_apart(const Design& design) {
    std::optional<Design> result;
    for (const ModuleId m : design.modules.ids()) {
        const ArrayUses uses(design, design.modules[m]);
        if (uses.arrays.empty()) continue;
        if (!result) result = design;
        Apart(*result, result->modules[m], uses).run();
    }
    return result;
}

}  // namespace tapestry
