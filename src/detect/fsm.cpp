// SPDX-License-Identifier: Apache-2.0
#include "detect/fsm.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/verilog_text.h"

namespace tapestry {

namespace {

constexpr int kMostHops = 2;             // combinational wires between a condition and the register
constexpr int kDeepestValue = 200;       // nesting of a next-value expression
constexpr std::size_t kFewestNames = 3;  // of states that a counting machine is set to
constexpr std::uint64_t kLongestCount = 64;  // states that a machine steps through by counting

// Bits [lsb, lsb + width) of a variable.
struct Slice {
    VarId var = kNone;
    std::uint32_t lsb = 0;
    std::uint32_t width = 0;

    friend auto operator<=>(const Slice&, const Slice&) = default;
};

// One way a constant of the machine is written in the source.
struct Mention {
    Constant code;
    SourcePlace place;
    bool is_case_item = false;
    bool is_tested = false;  // compared with the register, not assigned to it
};

// Follows the next value of one register to its leaves.
class NextValue {
public:
    NextValue(const ModuleIndex& index, Slice root)
        : index_(index), module_(index.module()), root_(root) {
        follow(root);
    }

    const std::string& trouble() const { return trouble_; }  // empty: every leaf is fine
    const std::vector<Mention>& leaves() const { return leaves_; }
    const std::vector<Mention>& bit_writes() const { return bit_writes_; }
    const std::set<Slice>& helpers() const { return visited_; }
    bool counts() const { return counts_; }  // some leaf is the register plus one
    bool decides_on_itself() const {
        return std::any_of(controls_.begin(), controls_.end(),
                           [&](ExprId id) { return mentions_root(id, kMostHops); });
    }

private:
    void fail(const std::string& why) {
        if (trouble_.empty()) trouble_ = why;
    }

    void follow(Slice slice) {
        if (!visited_.insert(slice).second || !trouble_.empty()) return;
        const auto& drivers = index_.drivers(slice.var);
        if (drivers.empty()) {
            fail("it takes its value from '" + module_.var(slice.var).name +
                 "', which is not driven in this module");
        }
        for (std::int32_t id : drivers) follow(index_.assignment(id), slice);
    }

    void follow(const Assignment& a, Slice slice) {
        const bool covers =
            a.whole || (a.lsb <= slice.lsb && a.lsb + a.width >= slice.lsb + slice.width);
        const bool apart =
            !a.whole && (a.lsb >= slice.lsb + slice.width || a.lsb + a.width <= slice.lsb);
        if (a.dynamic || a.to_element) return fail("it is written through a variable index");
        if (apart) return;
        for (const Guard& guard : a.guards) {
            controls_.push_back(guard.condition);
            controls_.insert(controls_.end(), guard.matches.begin(), guard.matches.end());
        }
        if (covers) return leaf(a.value, a.whole ? slice.lsb : slice.lsb - a.lsb, slice.width, 0);
        const Expr& value = module_.expr(a.value);
        const bool sets_one_bit =
            a.width == 1 && value.op == Op::constant && a.slice_index != kNone;
        if (!sets_one_bit) return fail("its bits are written apart from each other");
        if (!value.value.is_zero()) {
            bit_writes_.push_back({Constant::one_hot(slice.width, a.lsb - slice.lsb),
                                   module_.expr(a.slice_index).place, false});
        }
    }

    void leaf(ExprId id, std::uint32_t lsb, std::uint32_t width, int depth) {
        const Expr& expr = module_.expr(id);
        if (depth > kDeepestValue) return fail("its next value is nested too deeply");
        if (!trouble_.empty()) return;
        switch (expr.op) {
            case Op::constant:
                if (!expr.value.has_unknown())
                    leaves_.push_back({expr.value.slice(lsb, width), expr.place, false});
                return;
            case Op::ref:
            case Op::call:
                return leaf_ref(expr, lsb, width);
            case Op::conditional:
                controls_.push_back(expr.args[0]);
                leaf(expr.args[1], lsb, width, depth + 1);
                return leaf(expr.args[2], lsb, width, depth + 1);
            case Op::select:
                return leaf_select(expr, lsb, width, depth);
            case Op::extend:
                return leaf_extension(expr, lsb, width, depth);
            case Op::concatenate:
                return leaf_concatenation(expr, lsb, width, depth);
            case Op::add:
                if (!adds_one(expr)) return fail("it counts");
                counts_ = true;
                return;
            case Op::subtract:
                return fail("it counts");
            case Op::array_select:
                return fail("it is read from a memory");
            case Op::outer_ref:
                return fail("it takes its value from '" + expr.text + "'");
            default:
                return fail("it holds a computed value");
        }
    }

    // `state + 1`, in whatever width the expression is computed.
    bool adds_one(const Expr& expr) const {
        bool itself = false;
        bool one = false;
        for (ExprId id : expr.args) {
            const Expr* argument = &module_.expr(id);
            while (argument->op == Op::extend) argument = &module_.expr(argument->args[0]);
            itself = itself ||
                     (argument->op == Op::ref && Slice{argument->var, 0, argument->width} == root_);
            one = one || (argument->op == Op::constant && argument->value.to_u64() == 1);
        }
        return itself && one;
    }

    void leaf_ref(const Expr& expr, std::uint32_t lsb, std::uint32_t width) {
        const Slice slice{expr.var, lsb, width};
        if (slice == root_) return;
        if (expr.var == root_.var) return fail("it moves its own bits about (shift register)");
        if (module_.var(expr.var).direction == Direction::input &&
            !module_.var(expr.var).is_local) {
            return fail("it takes its value from input '" + module_.var(expr.var).name + "'");
        }
        follow(slice);
    }

    void leaf_select(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth) {
        const Expr& from = module_.expr(expr.args[1]);
        const auto offset = from.op == Op::constant ? from.value.to_u64() : std::nullopt;
        if (!offset) return fail("it is selected by a variable index");
        leaf(expr.args[0], lsb + static_cast<std::uint32_t>(*offset), width, depth + 1);
    }

    // Elaboration writes `{1'b0, d[7:1]}` as an extension; its upper bits are not bits of `d`.
    void leaf_extension(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth) {
        const std::uint32_t inner = module_.expr(expr.args[0]).width;
        if (lsb < inner) return leaf(expr.args[0], lsb, std::min(width, inner - lsb), depth + 1);
        leaves_.push_back({Constant(width, 0), expr.place, false});
    }

    void leaf_concatenation(const Expr& expr, std::uint32_t lsb, std::uint32_t width, int depth) {
        const std::uint32_t low = module_.expr(expr.args[1]).width;
        if (lsb >= low) return leaf(expr.args[0], lsb - low, width, depth + 1);
        if (lsb + width <= low) return leaf(expr.args[1], lsb, width, depth + 1);
        const Expr& high_part = module_.expr(expr.args[0]);
        if (high_part.op == Op::constant && high_part.value.is_zero())
            return leaf(expr.args[1], lsb, low - lsb, depth + 1);
        fail("it is put together from parts");
    }

    bool mentions_root(ExprId id, int hops) const {
        if (id == kNone) return false;
        const Expr& expr = module_.expr(id);
        if (expr.op == Op::select && module_.expr(expr.args[0]).var == root_.var &&
            module_.expr(expr.args[1]).op == Op::constant) {
            const std::uint64_t lsb = module_.expr(expr.args[1]).value.to_u64().value_or(0);
            return lsb < root_.lsb + root_.width && lsb + expr.width > root_.lsb;
        }
        if (expr.op == Op::ref && expr.var == root_.var) return true;
        if (expr.op == Op::ref && hops > 0 &&
            (index_.is_combinational(expr.var) || module_.var(expr.var).is_local)) {
            for (std::int32_t driver : index_.drivers(expr.var)) {
                const Assignment& a = index_.assignment(driver);
                if (mentions_root(a.value, hops - 1)) return true;
                for (const Guard& g : a.guards) {
                    if (mentions_root(g.condition, hops - 1)) return true;
                }
            }
        }
        return std::any_of(expr.args.begin(), expr.args.end(),
                           [&](ExprId a) { return mentions_root(a, hops); });
    }

    const ModuleIndex& index_;
    const Module& module_;
    Slice root_;
    std::set<Slice> visited_;
    std::vector<Mention> leaves_;
    std::vector<Mention> bit_writes_;
    std::vector<ExprId> controls_;
    bool counts_ = false;
    std::string trouble_;
};

struct Candidate {
    Slice slice;
    std::string name;  // local name with members: state_q, r.state
    TypeId enumeration = kNone;
};

class FsmSearch {
public:
    FsmSearch(const Design& design, std::int32_t module, const ModuleIndex& index,
              const Clocking& clocking, const NameSource& names, Findings& findings)
        : design_(design),
          module_id_(module),
          index_(index),
          module_(index.module()),
          clocking_(clocking),
          names_(names),
          findings_(findings) {}

    void run() {
        for (VarId v = 0; v < static_cast<VarId>(module_.vars.size()); ++v) {
            const Var& var = module_.var(v);
            if (var.is_local || var.is_parameter || var.type == kNone || !index_.is_register(v))
                continue;
            const Type& type = design_.types[static_cast<std::size_t>(var.type)];
            if (type.kind == Type::Kind::unpacked_array) continue;
            if (type.kind == Type::Kind::structure) {
                add_members(v, type, 0, spelled(var.name));
            } else if (!examine({{v, 0, type.width}, spelled(var.name), var.enumeration})) {
                examine_fields(v);
            }
        }
    }

private:
    void add_members(VarId v, const Type& type, std::uint32_t base, const std::string& prefix) {
        for (const StructMember& member : type.members) {
            const std::string name = prefix + "." + member.name;
            const Type* inner = member.type == kNone
                                    ? nullptr
                                    : &design_.types[static_cast<std::size_t>(member.type)];
            if (inner && inner->kind == Type::Kind::structure) {
                add_members(v, *inner, base + member.lsb, name);
            } else {
                examine({{v, base + member.lsb, member.width}, name, kNone});
            }
        }
    }

    // Fields of a plain vector that are compared with constants (records flattened by a
    // translator).
    void examine_fields(VarId v) {
        std::set<std::pair<std::uint32_t, std::uint32_t>> fields;
        collect_comparisons();
        for (const Expr* compare : compares_) {
            const Expr& select = module_.expr(
                compare->args[module_.expr(compare->args[0]).op == Op::constant ? 1 : 0]);
            if (select.op != Op::select || module_.expr(select.args[0]).var != v ||
                select.width < 2)
                continue;
            const Expr& lsb = module_.expr(select.args[1]);
            if (lsb.op == Op::constant)
                fields.insert(
                    {static_cast<std::uint32_t>(lsb.value.to_u64().value_or(0)), select.width});
        }
        for (const auto& [lsb, width] : fields) {
            const std::string name =
                fmt::format("{}[{}:{}]", spelled(module_.var(v).name), lsb + width - 1, lsb);
            examine({{v, lsb, width}, name, kNone});
        }
    }

    bool examine(const Candidate& candidate) {
        const NextValue next(index_, candidate.slice);
        std::string why = next.trouble();
        std::vector<FindingState> states;
        if (why.empty() && next.counts() && !steps_by_name(next)) why = "it counts";
        if (why.empty()) states = states_of(candidate, next);
        std::set<std::string> codes;
        for (const Mention& m : next.leaves()) codes.insert(m.code.hex());
        for (const Mention& m : next.bit_writes()) codes.insert(m.code.hex());
        if (why.empty() && codes.size() < 2)
            why = "it takes fewer than two different constant values";
        if (why.empty() && !next.decides_on_itself())
            why = "no condition of its next value depends on itself";
        if (why.empty() && candidate.enumeration == kNone && named_states(next) == 0 &&
            !is_tested(next))
            why = "its values have no names and are never told apart";
        if (why.empty() && candidate.slice.width == 1 && named_states(next) < 2) {
            why = "one bit whose values have no names";
        }
        const auto clock = clock_of(candidate.slice.var);
        if (why.empty() && !clock) why = "its clock is not a signal of this module";
        if (!why.empty()) {
            reject(candidate, why);
            return false;
        }
        take(candidate, next, std::move(states), *clock);
        return true;
    }

    std::size_t named_states(const NextValue& next) const {
        std::set<std::string> names;
        for (const Mention& m : next.leaves()) {
            const std::string name = names_.name_at(m.place);
            if (!name.empty()) names.insert(name);
        }
        return names.size();
    }

    // Whether some bit or value of the register is looked at by itself: a mask of strobes that is
    // held while any of them is set is no machine.
    bool is_tested(const NextValue& next) {
        collect_comparisons();
        auto is_machine = [&](ExprId id) {
            const Expr* e = &module_.expr(id);
            while (e->op == Op::extend || e->op == Op::select) e = &module_.expr(e->args[0]);
            return e->var != kNone &&
                   std::any_of(next.helpers().begin(), next.helpers().end(),
                               [&](const Slice& slice) { return slice.var == e->var; });
        };
        const bool in_case = std::any_of(cases_.begin(), cases_.end(), [&](const Guard* guard) {
            return is_machine(guard->condition) ||
                   std::any_of(guard->matches.begin(), guard->matches.end(), is_machine);
        });
        const bool compared =
            std::any_of(compares_.begin(), compares_.end(), [&](const Expr* compare) {
                return is_machine(compare->args[0]) || is_machine(compare->args[1]);
            });
        return in_case || compared || tests_a_bit(next);
    }
    bool tests_a_bit(const NextValue& next) const {
        return std::any_of(module_.exprs.begin(), module_.exprs.end(), [&](const Expr& e) {
            if (e.op != Op::select || e.width != 1 || module_.expr(e.args[1]).op != Op::constant)
                return false;
            const Expr& from = module_.expr(e.args[0]);
            return next.helpers().contains({from.var, 0, from.width});
        });
    }

    // A machine may step to its next state by adding one. What tells it from a counter: it is set
    // to several values that have names, and compared with several that have.
    bool steps_by_name(const NextValue& next) {
        if (named_states(next) < kFewestNames) return false;
        collect_comparisons();
        std::set<std::string> tested;
        for (const Mention& m : mentions(next)) {
            if (m.is_tested && !names_.name_at(m.place).empty()) tested.insert(m.code.hex());
        }
        return tested.size() >= 2;
    }

    // A value that is tested but never set is reached by counting, and so are those before it.
    template <class Entries>
    void add_counted(const std::vector<Mention>& all, Entries& entries) const {
        for (const Mention& m : all) {
            const auto last = m.code.to_u64();
            if (!m.is_tested || !last || entries.contains(m.code)) continue;
            std::uint64_t first = *last;
            while (first > 0 && *last - first < kLongestCount &&
                   !entries.contains(Constant(m.code.width(), first - 1)))
                --first;
            for (std::uint64_t code = first; code <= *last; ++code)
                entries[Constant(m.code.width(), code)];
        }
    }

    std::optional<FindingClock> clock_of(VarId var) const {
        for (std::int32_t id : index_.drivers(var)) {
            const Assignment& a = index_.assignment(id);
            if (index_.is_clocked(a)) return clocking_.of_process(module_id_, a.process);
        }
        return std::nullopt;
    }

    // Every way the constants of this machine are written: the leaves, and what it is compared
    // with.
    std::vector<Mention> mentions(const NextValue& next) {
        std::vector<Mention> all = next.leaves();
        all.insert(all.end(), next.bit_writes().begin(), next.bit_writes().end());
        auto is_machine = [&](ExprId id) {
            const Expr& expr = module_.expr(id);
            Slice slice{expr.var, 0, expr.width};
            if (expr.op == Op::select && module_.expr(expr.args[1]).op == Op::constant) {
                slice = {module_.expr(expr.args[0]).var,
                         static_cast<std::uint32_t>(
                             module_.expr(expr.args[1]).value.to_u64().value_or(0)),
                         expr.width};
            }
            return next.helpers().contains(slice);
        };
        for (const Expr* compare : compares_) {
            for (std::size_t side : {0U, 1U}) {
                const Expr& constant = module_.expr(compare->args[side]);
                if (constant.op == Op::constant && is_machine(compare->args[1 - side]))
                    all.push_back({constant.value, constant.place, false, true});
            }
        }
        for (const Guard* guard : cases_) {
            if (!is_machine(guard->condition)) continue;
            for (ExprId match : guard->matches) {
                const Expr& constant = module_.expr(match);
                if (constant.op == Op::constant && !constant.value.has_unknown())
                    all.push_back({constant.value, constant.place, true, true});
            }
        }
        return all;
    }

    std::vector<FindingState> states_of(const Candidate& candidate, const NextValue& next) {
        collect_comparisons();
        struct Entry {
            std::map<std::string, int> names;
            SourcePlace place;
            bool has_case_place = false;
        };
        std::map<Constant, Entry> entries;
        for (const Mention& m : next.leaves()) entries[m.code];
        for (const Mention& m : next.bit_writes()) entries[m.code];
        const std::vector<Mention> all = mentions(next);
        if (next.counts()) add_counted(all, entries);
        for (const Mention& m : all) {
            const auto known = entries.find(m.code);
            if (known == entries.end()) continue;
            Entry& entry = known->second;
            const std::string name = names_.name_at(m.place);
            if (!name.empty()) ++entry.names[name];
            if (entry.place.line == 0 || (m.is_case_item && !entry.has_case_place)) {
                entry.place = m.place;
                entry.has_case_place = m.is_case_item;
            }
        }
        if (!next.bit_writes().empty()) entries.erase(Constant(candidate.slice.width, 0));
        std::vector<FindingState> states;
        for (const auto& [code, entry] : entries)
            states.push_back(
                {code, best_name(code, entry.names, candidate.enumeration), entry.place});
        add_enum_items(candidate, states);
        make_unique(states);
        return states;
    }

    std::string best_name(const Constant& code, const std::map<std::string, int>& names,
                          TypeId enumeration) const {
        if (enumeration != kNone) {
            for (const EnumItem& item :
                 design_.types[static_cast<std::size_t>(enumeration)].items) {
                if (item.value == code) return item.name;
            }
        }
        std::string best;
        int most = 0;
        for (const auto& [name, count] : names) {
            if (count > most) best = name;
            most = std::max(most, count);
        }
        return best.empty() ? code.decimal() : best;
    }

    void add_enum_items(const Candidate& candidate, std::vector<FindingState>& states) const {
        if (candidate.enumeration == kNone) return;
        for (const EnumItem& item :
             design_.types[static_cast<std::size_t>(candidate.enumeration)].items) {
            const bool known =
                std::any_of(states.begin(), states.end(),
                            [&](const FindingState& s) { return s.code == item.value; });
            if (!known)
                states.push_back({item.value, item.name, module_.var(candidate.slice.var).place});
        }
        std::sort(states.begin(), states.end(),
                  [](const FindingState& a, const FindingState& b) { return a.code < b.code; });
    }

    // Two codes under one name would be shown as one state.
    static void make_unique(std::vector<FindingState>& states) {
        std::set<std::string> used;
        for (FindingState& state : states) {
            if (!used.insert(state.name).second) state.name += "_" + state.code.decimal();
            used.insert(state.name);
        }
    }

    void collect_comparisons() {
        if (collected_) return;
        collected_ = true;
        for (const Expr& expr : module_.exprs) {
            if (expr.op == Op::equal || expr.op == Op::not_equal) compares_.push_back(&expr);
        }
        for (const Assignment& a : module_.assignments) {
            for (const Guard& guard : a.guards) {
                if (guard.is_case && guard.holds) cases_.push_back(&guard);
            }
        }
    }

    void take(const Candidate& candidate, const NextValue& next, std::vector<FindingState> states,
              const FindingClock& clock) {
        const Var& var = module_.var(candidate.slice.var);
        Finding finding;
        finding.own = MachinePart{candidate.slice.width, false, {}};
        finding.module = module_id_;
        finding.scope = var.scope;
        finding.name = candidate.name;
        finding.place = var.place;
        finding.clock = clock;
        finding.observe = {{"state", candidate.name}};
        finding.state = candidate.slice.var;
        finding.state_lsb = candidate.slice.lsb;
        finding.one_hot = candidate.slice.width > 2 &&
                          std::all_of(states.begin(), states.end(),
                                      [](const FindingState& s) { return s.code.is_one_hot(); });
        const bool named = std::any_of(states.begin(), states.end(), [](const FindingState& s) {
            return s.name != s.code.decimal();
        });
        finding.confidence = named ? 0.98 : 0.9;
        finding.reason = fmt::format(
            "register of {} bits with {} states ({}{}), all leaves of its next value are constants "
            "and its next value depends on itself{}",
            candidate.slice.width, states.size(), finding.one_hot ? "one-hot" : "binary",
            named ? ", named" : "",
            next.helpers().size() > 1 ? " through a next-state signal" : "");
        finding.found_states = std::move(states);
        findings_.taken.push_back(std::move(finding));
    }

    void reject(const Candidate& candidate, const std::string& why) {
        const Var& var = module_.var(candidate.slice.var);
        findings_.rejected.push_back(
            {module_id_, var.scope, candidate.name, TapKind::fsm, why, var.place});
    }

    const Design& design_;
    std::int32_t module_id_;
    const ModuleIndex& index_;
    const Module& module_;
    const Clocking& clocking_;
    const NameSource& names_;
    Findings& findings_;
    bool collected_ = false;
    std::vector<const Expr*> compares_;
    std::vector<const Guard*> cases_;
};

}  // namespace

void find_fsms(const Design& design, std::int32_t module, const ModuleIndex& index,
               const Clocking& clocking, const NameSource& names, Findings& findings) {
    FsmSearch(design, module, index, clocking, names, findings).run();
}

}  // namespace tapestry
