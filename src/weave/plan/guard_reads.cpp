// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/guard_reads.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "find/logic/design_logic.h"
#include "find/logic/expression_logic.h"
#include "find/logic/flop_modules.h"
#include "find/module/clocking.h"
#include "model/expression_variables.h"
#include "model/recording.h"
#include "weave/plan/drivers.h"

namespace tapestry {

namespace {

using Node = Diagram::Node;
using Variable = Diagram::Variable;

constexpr std::size_t kMostStateBits = 256;  // of one block
constexpr std::uint64_t kWidestPort = 1024;  // bits in which a handshake is looked for

// A block's side of a stream.
struct StreamEnd {
    std::size_t tap = 0;
    bool push = false;
    std::optional<Node> own = std::nullopt;  // the valid or ready that the block drives
    std::optional<Variable> other = std::nullopt;
};

struct Block {
    NodeId node = kNone;
    std::vector<StreamEnd> ends;
    Node rest = Diagram::kTrue;    // none of its beats moves
    std::set<Bit> states = {};     // the registers that its guards depend on
    std::vector<Node> calls = {};  // what it drives on the inputs of measured calls
};

// Where a signal begins: a register, an output of an instance, a port of the top.
struct Origin {
    Net net;
    bool is_register = false;
};

// Everything that the guards of one block depend on.
struct Cone {
    std::set<Variable> variables;
    std::vector<Bit> states;
    std::vector<Node> calls;
};

class GuardReads {
public:
    GuardReads(const Design& design, const std::vector<Spot>& spots, TapMap& map)
        : in_place_(with_flops_in_place(design)),
          design_(in_place_ ? *in_place_ : design),
          hierarchy_(design_),
          spots_(spots),
          map_(map),
          indexes_(indexes_of(design_)),
          logic_(design_, Clocking(design_, indexes_).inactive_resets()) {}

    void run() {
        for (const NodeId n : hierarchy_.nodes().ids()) nodes_[hierarchy_.nodes()[n].path] = n;
        for (const Tap& tap : map_.taps)
            if (tap.is(TapKind::queue))
                queues_.insert(tap.scope);
            else if (tap.is(TapKind::call))
                calls_.insert(tap.path);
        std::map<std::string, Block> blocks;
        for (std::size_t i = 0; i < spots_.size(); ++i) add_stream(i, blocks);
        for (auto& [path, block] : blocks) blocks_.insert(path);
        for (auto& [path, block] : blocks)
            if (block.node != kNone && !queues_.contains(path)) read(block);
    }

private:
    static IdTable<ModuleId, ModuleIndex> indexes_of(const Design& design) {
        IdTable<ModuleId, ModuleIndex> indexes;
        for (const Module& module : design.modules) indexes.emplace_back(module);
        return indexes;
    }

    const std::string& path_of_node(NodeId node) const { return hierarchy_.nodes()[node].path; }
    ModuleLogic& logic_of(NodeId node) { return logic_.module(hierarchy_.nodes()[node].module); }

    // The signals of HLS's processes show their waits themselves.
    static bool says_waiting(const Tap& stream) {
        return stream.protocol() == "empty_n_read" || stream.protocol() == "full_n_write" ||
               stream.reason.ends_with(kBlockNetSays);
    }

    void add_stream(std::size_t i, std::map<std::string, Block>& blocks) {
        const Tap& tap = map_.taps[i];
        const Finding& f = *spots_[i].finding;
        if (!tap.is(TapKind::stream)) return;
        if (f.valid != kNone)
            roles_.insert({hierarchy_.source(valid_net(design_, spots_[i])), {i, true}});
        if (f.ready != kNone)
            roles_.insert({hierarchy_.source(ready_net(design_, spots_[i])), {i, false}});
        for (const bool push : {true, false}) {
            const std::string& path = push ? tap.ends().producer : tap.ends().consumer;
            if (path.empty() || says_waiting(tap)) continue;
            Block& block = blocks[path];
            const auto node = nodes_.find(path);
            block.node = node == nodes_.end() ? kNone : node->second;
            block.ends.push_back({i, push});
        }
    }

    void add(const StreamEnd& end, GuardRead read) {
        ChannelEnds& ends = *map_.taps[end.tap].find_ends();
        std::vector<GuardRead>& reads = end.push ? ends.producer_reads : ends.consumer_reads;
        if (std::find(reads.begin(), reads.end(), read) == reads.end())
            reads.push_back(std::move(read));
    }

    void read(Block& block) {
        ModuleLogic& logic = logic_of(block.node);
        find_others(block);
        for (StreamEnd& end : block.ends) {
            end.own = own_guard(block.node, end);
            if (!end.own) add(end, unknown(block, ""));
            if (end.own && is_constant(block, *end.own)) end.own = Diagram::kTrue;
        }
        block.rest = rest_of(block);
        std::vector<Cone> cones;
        for (const StreamEnd& end : block.ends) {
            cones.push_back(end.own ? cone_of(block.node, *end.own) : Cone());
            block.states.insert(cones.back().states.begin(), cones.back().states.end());
            block.calls.insert(block.calls.end(), cones.back().calls.begin(),
                               cones.back().calls.end());
        }
        for (std::size_t i = 0; i < block.ends.size(); ++i) {
            const StreamEnd& end = block.ends[i];
            const Cone& cone = cones[i];
            if (!end.own) continue;
            for (const Variable v : cone.variables) classify(block, end, v);
            if (cone.states.size() > kMostStateBits)
                add(end, unknown(block, ""));
            else
                find_time(block, end, cone.states);
            if (logic.diagram().overflowed()) add(end, unknown(block, ""));
        }
        find_taken(block);
    }

    GuardRead unknown(const Block& block, const std::string& signal) const {
        const std::string& path = path_of_node(block.node);
        return {"unknown", signal.empty() ? path : signal, path};
    }

    // The function that the block drives as its side of the stream.
    std::optional<Node> own_guard(NodeId node, const StreamEnd& end) {
        const Finding& f = *spots_[end.tap].finding;
        if ((end.push ? f.valid : f.ready) == kNone) return std::nullopt;
        Net net = hierarchy_.root(end.push ? valid_net(design_, spots_[end.tap])
                                           : ready_net(design_, spots_[end.tap]));
        while (net.node != node) {
            Net next = hierarchy_.below(net);
            if (next == net) next = hierarchy_.assigned(net);
            if (next == net) break;
            net = next;
        }
        if (net.node == node) return logic_of(node).value(net.bit);
        // It may be an expression at a port of an instance.
        const InstanceNode& below = hierarchy_.nodes()[net.node];
        if (below.parent != node) return std::nullopt;
        return logic_of(node).pin(below.instance, net.bit);
    }

    // Finds, for each end, the signal of the other side among the inputs of the block and the
    // outputs of instances in it.
    void find_others(Block& block) {
        ModuleLogic& logic = logic_of(block.node);
        find_others_in(block, block.node, Direction::input,
                       [&](Bit bit) { return logic.value(bit); });
        for (const NodeId child : hierarchy_.children(block.node)) {
            const InstanceId instance = hierarchy_.nodes()[child].instance;
            find_others_in(block, child, Direction::output,
                           [&](Bit bit) { return logic.output(instance, bit); });
        }
    }

    template <typename Value>
    void find_others_in(Block& block, NodeId node, Direction direction, Value value) {
        const Module& module = hierarchy_.module_of(node);
        for (const VarId v : module.vars.ids()) {
            const Var& var = module.vars[v];
            const std::uint64_t width = design_.width_of(var.type);
            if (var.direction != direction || var.is_local || width > kWidestPort) continue;
            for (std::uint64_t position = 0; position < width; ++position) {
                const Bit bit{v, 0, position};
                const auto [first, last] = roles_.equal_range(hierarchy_.source({node, bit}));
                for (auto role = first; role != last; ++role)
                    for (StreamEnd& end : block.ends)
                        if (end.tap == role->second.tap && end.push != role->second.is_valid)
                            set_other(logic_of(block.node).diagram(), value(bit), end);
            }
        }
    }

    static void set_other(const Diagram& diagram, Node node, StreamEnd& end) {
        if (diagram.is_literal(node) && diagram.literal_of(node).holds)
            end.other = diagram.literal_of(node).variable;
    }

    // All atoms that the function depends on, through black boxes, registers and measured calls.
    Cone cone_of(NodeId node, Node function) {
        ModuleLogic& logic = logic_of(node);
        Cone cone;
        std::vector<Node> open = {function};
        while (!open.empty() && !logic.diagram().overflowed()) {
            const Node f = open.back();
            open.pop_back();
            const std::set<Variable> support = logic.diagram().support(f);
            for (const Variable v : support) {
                if (!cone.variables.insert(v).second) continue;
                const Atom atom = logic.atom(v);
                if (atom.kind == Atom::Kind::opaque) {
                    for (const Node n : logic.operands(v)) open.push_back(n);
                } else if (atom.kind == Atom::Kind::state &&
                           !logic.vars().is_memory(atom.bit.var)) {
                    cone.states.push_back(atom.bit);
                    open.push_back(logic.next(atom.bit));
                } else if (atom.kind == Atom::Kind::pin) {
                    if (const auto inputs = inputs_of_call(node, atom))
                        for (const Bit& bit : *inputs)
                            cone.calls.push_back(logic.pin(atom.instance, bit));
                    open.insert(open.end(), cone.calls.begin(), cone.calls.end());
                }
            }
        }
        return cone;
    }

    // The inputs of a measured call that its answer depends on. Nothing if it is none, or if it has
    // instances inside, which are not followed.
    std::optional<std::vector<Bit>> inputs_of_call(NodeId node, const Atom& atom) {
        const std::optional<Net> net = pin_net(node, atom);
        if (!net || !calls_.contains(path_of_node(net->node))) return std::nullopt;
        const auto known = call_inputs_.find(*net);
        if (known != call_inputs_.end()) return known->second;
        ModuleLogic& inside = logic_of(net->node);
        std::optional<std::vector<Bit>>& inputs = call_inputs_[*net];
        inputs.emplace();
        for (const Variable v : cone_of(net->node, inside.value(net->bit)).variables) {
            const Atom& a = inside.atom(v);
            if (a.kind == Atom::Kind::input) inputs->push_back(a.bit);
            if (a.kind != Atom::Kind::pin && !inside.diagram().overflowed()) continue;
            inputs.reset();
            break;
        }
        return inputs;
    }

    void classify(const Block& block, const StreamEnd& end, Variable v) {
        const Atom atom = logic_of(block.node).atom(v);
        if (atom.kind == Atom::Kind::input) {
            const Net net{block.node, atom.bit};
            if (!hierarchy_.module_of(net.node).vars.has(atom.bit.var))
                return add(end, unknown(block, ""));  // a member of an interface
            if (is_own(block, net)) return;
            std::vector<Origin> origins;
            find_origins(net, origins, 0);
            for (const Origin& origin : origins) judge(block, end, v, origin);
        } else if (atom.kind == Atom::Kind::pin) {
            if (const auto net = pin_net(block.node, atom)) {
                if (inputs_of_call(block.node, atom))
                    add(end, {"call", name_of(*net), path_of_node(net->node)});
                else if (!is_own(block, *net))
                    judge(block, end, v, {*net});
            } else {
                add(end, unknown(block, ""));
            }
        }
    }

    std::optional<Net> pin_net(NodeId node, const Atom& atom) const {
        for (const NodeId child : hierarchy_.children(node)) {
            const InstanceNode& below = hierarchy_.nodes()[child];
            if (below.instance == atom.instance &&
                hierarchy_.module_of(child).vars.has(atom.bit.var))
                return Net{child, atom.bit};
        }
        return std::nullopt;
    }

    // Whether it is the other side of one of the block's own streams.
    bool is_own(const Block& block, const Net& net) const {
        const auto [first, last] = roles_.equal_range(hierarchy_.source(net));
        return std::any_of(first, last, [&](const auto& role) {
            return std::any_of(block.ends.begin(), block.ends.end(), [&](const StreamEnd& end) {
                return end.tap == role.second.tap && end.push != role.second.is_valid;
            });
        });
    }

    // Follows an input through the logic of the instances above.
    void find_origins(const Net& net, std::vector<Origin>& origins, int depth) {
        const InstanceNode& node = hierarchy_.nodes()[net.node];
        const bool named = hierarchy_.module_of(net.node).vars.has(net.bit.var);
        if (node.parent == kNone || depth > 64 || !named) return origins.push_back({net});
        ModuleLogic& above = logic_of(node.parent);
        std::vector<Node> open = {above.pin(node.instance, net.bit)};
        std::set<Variable> known;
        while (!open.empty()) {
            const std::set<Variable> support = above.diagram().support(open.back());
            open.pop_back();
            for (const Variable v : support) {
                if (!known.insert(v).second) continue;
                const Atom atom = above.atom(v);
                if (atom.kind == Atom::Kind::input)
                    find_origins({node.parent, atom.bit}, origins, depth + 1);
                else if (atom.kind == Atom::Kind::state)
                    origins.push_back({{node.parent, atom.bit}, true});
                else if (const auto pin = pin_net(node.parent, atom);
                         atom.kind == Atom::Kind::pin && pin)
                    origins.push_back({*pin});
                else if (atom.kind == Atom::Kind::opaque)
                    for (const Node n : above.operands(v)) open.push_back(n);
            }
        }
    }

    void judge(const Block& block, const StreamEnd& end, Variable v, const Origin& origin) {
        if (is_own(block, origin.net)) return;
        const std::string from =
            origin.is_register ? path_of_node(origin.net.node) : driver_of(hierarchy_, origin.net);
        if (!origin.is_register && is_payload(block, v, origin, from)) return;
        const std::string& here = path_of_node(block.node);
        const bool inside = from != here && from.starts_with(here + ".") &&
                            !blocks_.contains(from) && !queues_.contains(from);
        add(end, {inside ? "unknown" : "wire", name_of(origin.net), from});
    }

    std::string name_of(const Net& net) const {
        const Module& module = hierarchy_.module_of(net.node);
        return module.vars.has(net.bit.var)
                   ? joined(path_of_node(net.node), module.var(net.bit.var).full_name())
                   : path_of_node(net.node);
    }

    // Whether it comes with the beats of a stream: from where these come, and only looked at while
    // one is there.
    bool is_payload(const Block& block, Variable v, const Origin& origin, const std::string& from) {
        Diagram& d = logic_of(block.node).diagram();
        for (const StreamEnd& e : block.ends) {
            if (e.push || !e.other || !comes_from(block, e, from)) continue;
            if (matters_only_where(block, v, d.literal(*e.other)))
                return !queues_.contains(from) || carries_data(origin.net);
        }
        return false;
    }

    // Whether the beats of a stream come from there: from its producer, or through logic above.
    bool comes_from(const Block& block, const StreamEnd& end, const std::string& from) {
        if (map_.taps[end.tap].ends().producer == from) return true;
        const Atom atom = logic_of(block.node).atom(*end.other);
        if (atom.kind != Atom::Kind::input) return false;
        std::vector<Origin> origins;
        find_origins({block.node, atom.bit}, origins, 0);
        return std::any_of(origins.begin(), origins.end(), [&](const Origin& o) {
            return !o.is_register && driver_of(hierarchy_, o.net) == from;
        });
    }

    // Where a function changes with a variable, also through black boxes, but not through other
    // blocks: these are seen by their handshakes.
    static Node changes_of(ModuleLogic& logic, Node function, Variable v) {
        Diagram& d = logic.diagram();
        Node where = d.difference(function, v);
        const std::set<Variable> support = d.support(function);
        for (const Variable atom : support)
            if (atom != v && logic.atom(atom).kind == Atom::Kind::opaque &&
                direct_variables(logic, atom).contains(v))
                where = d.either(where, d.difference(function, atom));
        return where;
    }

    // Whether guards of the block, and the registers that they depend on, depend on the variable
    // only while `valid` holds. A ready says something only while there is a beat.
    bool matters_only_where(const Block& block, Variable v, Node valid) {
        ModuleLogic& logic = logic_of(block.node);
        Diagram& d = logic.diagram();
        for (const StreamEnd& guard : block.ends) {
            if (!guard.own) continue;
            Node where = changes_of(logic, *guard.own, v);
            if (!guard.push && guard.other) where = d.both(where, d.literal(*guard.other));
            if (!d.implies(where, valid)) return false;
        }
        for (const Node input : block.calls)
            if (!d.implies(changes_of(logic, input, v), valid)) return false;
        return std::all_of(block.states.begin(), block.states.end(), [&](const Bit& bit) {
            return d.implies(changes_of(logic, logic.next(bit), v), valid);
        });
    }

    // Whether an output of a queue is read from its memory, or passed on from its inputs, and not
    // made of its pointers.
    bool carries_data(Net net) const {
        net = hierarchy_.source(net);
        const Module& module = hierarchy_.module_of(net.node);
        std::set<VarId> known = {net.bit.var};
        std::vector<VarId> open = {net.bit.var};
        while (!open.empty()) {
            const VarId v = open.back();
            open.pop_back();
            const Var& var = module.var(v);
            const Type::Kind kind = design_.types[var.type].kind;
            if (kind == Type::Kind::unpacked_array) return true;
            if (var.direction == Direction::input &&
                !roles_.contains(hierarchy_.source({net.node, {v, 0, 0}})))
                return true;
            const std::vector<const Assignment*> all =
                hierarchy_.assignments_to({net.node, {v, 0, 0}});
            if (all.empty() && var.direction != Direction::input) return true;  // of an instance
            for (const Assignment* a : all)
                for (const VarId next : variables_of(module, a->value))
                    if (next != kNone && known.insert(next).second) open.push_back(next);
        }
        return false;
    }

    // Where no beat of the block moves.
    Node rest_of(const Block& block) {
        Diagram& d = logic_of(block.node).diagram();
        Node rest = Diagram::kTrue;
        for (const StreamEnd& e : block.ends) {
            if (!e.own) continue;
            const Node fires = e.other ? d.both(*e.own, d.literal(*e.other)) : *e.own;
            rest = d.both(rest, d.negated(fires));
        }
        return rest;
    }

    // Where the block waits for an end; nothing if that end shows no waiting.
    std::optional<Node> wait_of(const Block& block, const StreamEnd& end) {
        if (!end.own || !end.other) return std::nullopt;
        Diagram& d = logic_of(block.node).diagram();
        return d.both(d.both(d.fixed(*end.own, *end.other, true), d.literal(*end.other, false)),
                      block.rest);
    }

    // Whether f depends on the variable while `where` holds.
    static bool depends(Diagram& d, Node f, Node where, Variable v) {
        const Node both = d.both(d.fixed(where, v, false), d.fixed(where, v, true));
        return d.both(both, d.difference(f, v)) != Diagram::kFalse;
    }

    // Collects what an expression adds to a register, or subtracts from it. False if it does
    // anything else with it.
    static bool find_addends(const Module& module, ExprId id, VarId var, std::vector<ExprId>& all) {
        const Expr& e = module.expr(id);
        if (e.op == Op::ref && e.var == var) return true;
        if (e.op == Op::extend || e.op == Op::select)
            return !e.args.empty() && find_addends(module, e.args[0], var, all);
        if ((e.op != Op::add && e.op != Op::subtract) || e.args.size() != 2) return false;
        const bool left = variables_of(module, e.args[0]).contains(var);
        if (!left && e.op == Op::subtract) return false;
        all.push_back(e.args[left ? 1 : 0]);
        return !variables_of(module, all.back()).contains(var) &&
               find_addends(module, e.args[left ? 0 : 1], var, all);
    }

    // Whether a counter stays as it is, or is set to something else, while `wait` holds: all that
    // is added to it is 0 then.
    static bool adds_nothing(ModuleLogic& logic, VarId var, Node wait) {
        const Module& module = logic.module();
        Diagram& d = logic.diagram();
        for (const AssignmentId id : logic.vars().writers(var)) {
            const Assignment& a = logic.vars().assignment(id);
            if (!variables_of(module, a.value).contains(var)) continue;
            std::vector<ExprId> addends;
            if (!a.whole || !find_addends(module, a.value, var, addends)) return false;
            ExpressionLogic expressions(logic, {a.process, id});
            for (const ExprId addend : addends)
                if (d.both(wait, expressions.truth(addend)) != Diagram::kFalse) return false;
        }
        return true;
    }

    using Edges = std::map<Bit, std::set<Bit>>;

    // The registers that may change while `wait` holds, and those that their next values depend
    // on.
    Edges moves_where(ModuleLogic& logic, Node wait, const std::vector<Bit>& states) {
        Diagram& d = logic.diagram();
        Edges edges;
        for (const Bit& bit : states) {
            const Node next = logic.next(bit);
            if (d.both(wait, d.differ(next, logic.value(bit))) == Diagram::kFalse) continue;
            if (adds_nothing(logic, bit.var, wait)) continue;
            std::set<Bit>& from = edges[bit];
            const std::set<Variable> support = d.support(next);
            for (const Variable v : support) {
                if (!depends(d, next, wait, v)) continue;
                const Atom atom = logic.atom(v);
                if (atom.kind == Atom::Kind::state) from.insert(atom.bit);
                if (atom.kind != Atom::Kind::opaque) continue;
                for (const Variable below : direct_variables(logic, v))
                    if (logic.atom(below).kind == Atom::Kind::state)
                        from.insert(logic.atom(below).bit);
            }
        }
        return edges;
    }

    // What a black box depends on, through others.
    static std::set<Variable> direct_variables(ModuleLogic& logic, Variable box) {
        std::set<Variable> known;
        std::vector<Node> open = logic.operands(box);
        while (!open.empty()) {
            const std::set<Variable> support = logic.diagram().support(open.back());
            open.pop_back();
            for (const Variable v : support)
                if (known.insert(v).second && logic.atom(v).kind == Atom::Kind::opaque)
                    for (const Node n : logic.operands(v)) open.push_back(n);
        }
        return known;
    }

    static bool leads_back(const Edges& edges, const Bit& start) {
        std::set<Bit> known;
        std::vector<Bit> open = {start};
        while (!open.empty()) {
            const auto at = edges.find(open.back());
            open.pop_back();
            if (at == edges.end()) continue;
            for (const Bit& next : at->second) {
                if (next == start) return true;
                if (known.insert(next).second) open.push_back(next);
            }
        }
        return false;
    }

    void find_time(const Block& block, const StreamEnd& end, const std::vector<Bit>& states) {
        if (states.empty()) return;
        ModuleLogic& logic = logic_of(block.node);
        const std::optional<Node> wait = wait_of(block, end);
        if (!wait || logic.diagram().overflowed()) return;
        const Edges edges = moves_where(logic, *wait, states);
        const std::string& path = path_of_node(block.node);
        for (const auto& [bit, from] : edges)
            if (leads_back(edges, bit))
                add(end, {"time", joined(path, logic.module().var(bit.var).full_name()), path});
    }

    // A constant output is one that nothing assigns.
    bool is_constant(const Block& block, Node guard) {
        ModuleLogic& logic = logic_of(block.node);
        const std::set<Variable> support = logic.diagram().support(guard);
        return std::all_of(support.begin(), support.end(),
                           [&](Variable v) { return logic.atom(v).kind == Atom::Kind::unknown; });
    }

    // Beats that are always taken, by a block that cannot always give.
    void find_taken(const Block& block) {
        const bool gives = std::any_of(block.ends.begin(), block.ends.end(), [](const auto& end) {
            return end.push && end.own && end.other;
        });
        for (const StreamEnd& end : block.ends)
            if (gives && !end.push && end.own == Diagram::kTrue)
                add(end, {"taken", map_.taps[end.tap].path, path_of_node(block.node)});
    }

    struct Role {
        std::size_t tap = 0;
        bool is_valid = false;
    };

    const std::optional<Design> in_place_;
    const Design& design_;
    const Hierarchy hierarchy_;
    const std::vector<Spot>& spots_;
    TapMap& map_;
    const IdTable<ModuleId, ModuleIndex> indexes_;
    DesignLogic logic_;
    std::map<std::string, NodeId> nodes_;
    std::set<std::string> queues_, blocks_, calls_;  // by path
    std::map<Net, std::optional<std::vector<Bit>>> call_inputs_;
    std::multimap<Net, Role> roles_;  // by the source of a handshake's net
};

}  // namespace

void add_guard_reads(const Design& design, const std::vector<Spot>& spots, TapMap& map) {
    GuardReads(design, spots, map).run();
}

}  // namespace tapestry
