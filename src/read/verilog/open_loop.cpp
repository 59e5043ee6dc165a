// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/open_loop.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "base/text.h"
#include "model/reset_name.h"

namespace tapestry {

namespace {

using Names = std::set<std::string>;

constexpr std::size_t kOften = 4;  // calls of a task, to call what it does repeated

// What depends on what: values, the times of processes, and these three.
const std::string kOutputs = "the design's outputs";
const std::string kInputs = "its inputs";
const std::string kEnd = "the end of the run";

class Flow {
public:
    void add(const Names& from, const std::string& to) {
        for (const std::string& name : from) next_[name].insert(to);
    }

    bool leads(const std::string& from, const std::string& to) const {
        Names seen = {from};
        std::vector<std::string> open = {from};
        while (!open.empty()) {
            const auto at = next_.find(open.back());
            open.pop_back();
            if (at == next_.end()) continue;
            for (const std::string& name : at->second)
                if (seen.insert(name).second) open.push_back(name);
        }
        return seen.contains(to);
    }

private:
    std::map<std::string, Names> next_;
};

bool any_of(const SyntaxNode& node, const std::function<bool(const SyntaxNode&)>& wanted) {
    return wanted(node) ||
           std::any_of(node.children.begin(), node.children.end(),
                       [&](const SyntaxNode* child) { return any_of(*child, wanted); });
}

bool is_call(const SyntaxNode& node) { return is_one_of(node.kind, {"taskref", "funcref"}); }

bool is_end(const SyntaxNode& node) { return is_one_of(node.kind, {"finish", "stop"}); }

// Objects have variables that no module declares.
bool is_of_objects(const SyntaxNode& node) {
    return node.kind.find("class") != std::string::npos ||
           node.kind.find("method") != std::string::npos ||
           node.kind.find("member") != std::string::npos ||
           is_one_of(node.kind, {"new", "newcopy", "clocking", "ifaceref", "modport"});
}

// Where a statement stands.
struct Spot {
    const SyntaxNode* module = nullptr;
    std::string process;  // its time
    Names control;        // what decides whether it is reached, and when
    bool repeated = false;
};

class Testbench {
public:
    Testbench(const SyntaxTree& tree, const std::string& design) : design_(design) {
        for (const SyntaxNode* module : tree.modules) modules_[module->name] = module;
    }

    bool is_open(const SyntaxNode& top) {
        read_module(top);
        return !unknown_ && has_design_ && has_end_ && !flow_.leads(kOutputs, kInputs) &&
               !flow_.leads(kOutputs, kEnd) && drives_repeatedly();
    }

private:
    bool is_design(const SyntaxNode& module) const {
        return module.name == design_ || module.attribute("source_name") == design_;
    }

    const SyntaxNode* module_of(const SyntaxNode& instance) const {
        const auto found = modules_.find(std::string(instance.attribute("module")));
        return found == modules_.end() ? nullptr : found->second;
    }

    // Variables of one name in a module are one, whichever block declares them.
    static std::string name_in(const SyntaxNode& module, const std::string& name) {
        return module.name + " " + name;
    }

    void read_module(const SyntaxNode& module) {
        if (!read_.insert(module.name).second) return;
        if (any_of(module, is_of_objects)) unknown_ = true;
        const Spot spot{&module, {}, {}, false};
        for (const SyntaxNode* item : module.children) read_item(*item, spot);
    }

    void read_item(const SyntaxNode& item, const Spot& spot) {
        if (is_one_of(item.kind, {"var", "final", "typedef"})) return;
        if (item.kind == "instance") return read_instance(item, spot);
        if (item.kind == "contassign") return read_assignment(item, spot);
        if (item.kind != "begin") return read_process(item, spot);
        for (const SyntaxNode* child : item.children) read_item(*child, spot);
    }

    void read_process(const SyntaxNode& item, Spot spot) {
        const bool called = is_one_of(item.kind, {"task", "func"});
        spot.process =
            called ? task_time(*spot.module, item.name) : "process " + std::to_string(++processes_);
        spot.control = {spot.process};
        spot.repeated = item.kind == "always";
        for (const SyntaxNode* child : item.children) {
            if (child->kind == "sentree")
                flow_.add(reads_of(*child, spot), spot.process);
            else
                read_statement(*child, spot);
        }
    }

    static std::string task_time(const SyntaxNode& module, const std::string& name) {
        return "task " + name_in(module, name);
    }

    void read_instance(const SyntaxNode& item, const Spot& spot) {
        const SyntaxNode* module = module_of(item);
        if (!module) {
            unknown_ = true;
            return;
        }
        const bool design = is_design(*module);
        if (design) has_design_ = true;
        if (design && ends_inside(*module)) unknown_ = true;
        if (!design) read_module(*module);
        for (const SyntaxNode* port : item.children) {
            if (port->kind != "port" || !port->first()) continue;
            const std::string_view way = port->attribute("direction");
            const bool in = way != "out" && way != "output", out = way != "in" && way != "input";
            if (in) feed(*port, design ? kInputs : name_in(*module, port->name), *module, spot);
            if (out)
                write(*port->first(), {design ? kOutputs : name_in(*module, port->name)}, spot);
        }
    }

    void feed(const SyntaxNode& port, const std::string& to, const SyntaxNode& module,
              const Spot& spot) {
        const Names from = reads_of(*port.first(), spot);
        flow_.add(from, to);
        const bool works = !is_clock(module, port.name) && !is_reset_name(port.name);
        if (to != kInputs || works) values_.add(from, to);
    }

    bool ends_inside(const SyntaxNode& module) const {
        return any_of(module, [&](const SyntaxNode& node) {
            if (is_end(node)) return true;
            const SyntaxNode* inner = node.kind == "instance" ? module_of(node) : nullptr;
            return inner && ends_inside(*inner);
        });
    }

    // Whether edges of the port are waited for, in the module or below.
    bool is_clock(const SyntaxNode& module, const std::string& port) const {
        const auto is_it = [&](const SyntaxNode& node) {
            return node.kind == "varref" && node.name == port;
        };
        return any_of(module, [&](const SyntaxNode& node) {
            const std::string_view edge = node.attribute("edge");
            if (node.kind == "senitem" && (edge == "POS" || edge == "NEG"))
                return any_of(node, is_it);
            const SyntaxNode* inner = node.kind == "instance" ? module_of(node) : nullptr;
            return inner && std::any_of(node.children.begin(), node.children.end(),
                                        [&](const SyntaxNode* pin) {
                                            return pin->first() && is_it(*pin->first()) &&
                                                   is_clock(*inner, pin->name);
                                        });
        });
    }

    void read_statement(const SyntaxNode& node, const Spot& spot) {
        if (is_one_of(node.kind, {"var", "typedef", "comment", "display"})) return;
        if (is_one_of(node.kind, {"assign", "assigndly", "contassign"}))
            return read_assignment(node, spot);
        if (is_one_of(node.kind, {"if", "case", "loop"})) return read_choice(node, spot);
        if (is_one_of(node.kind, {"delay", "eventcontrol", "wait"})) return read_wait(node, spot);
        if (is_end(node)) return end_at(spot);
        if (node.kind == "jumpgo") return flow_.add(spot.control, spot.process);
        if (is_one_of(node.kind, {"begin", "jumpblock", "jumplabel", "fork"})) {
            for (const SyntaxNode* child : node.children) read_statement(*child, spot);
        } else if (is_one_of(node.kind, {"stmtexpr", "taskref"})) {
            reads_of(node, spot);
        } else {
            read_other(node, spot);
        }
    }

    void end_at(const Spot& spot) {
        has_end_ = true;
        flow_.add(spot.control, kEnd);
    }

    // May do anything with what it names, and wait for it.
    void read_other(const SyntaxNode& node, const Spot& spot) {
        Names all = reads_of(node, spot);
        const Names named = all;
        all.insert(spot.control.begin(), spot.control.end());
        for (const std::string& name : named) flow_.add(all, name);
        flow_.add(named, kEnd);
        flow_.add(named, spot.process);
    }

    void read_choice(const SyntaxNode& node, Spot spot) {
        Names conditions;
        const auto add = [&](const SyntaxNode& condition) {
            conditions.merge(reads_of(condition, spot));
        };
        for (const SyntaxNode* child : node.children) {
            if (child->kind == "looptest" || child->kind == "caseitem") {
                for (const SyntaxNode* part : child->children)
                    if (!part->is_statement) add(*part);
            } else if (!child->is_statement) {
                add(*child);
            }
        }
        const bool waits = takes_time(node, 0);
        if (waits) flow_.add(conditions, spot.process);
        spot.repeated = spot.repeated || (node.kind == "loop" && waits);
        spot.control.merge(conditions);
        for (const SyntaxNode* child : node.children) {
            if (child->kind == "caseitem")
                read_statements(*child, spot);
            else if (child->is_statement && child->kind != "looptest")
                read_statement(*child, spot);
        }
    }

    void read_statements(const SyntaxNode& parent, const Spot& spot) {
        for (const SyntaxNode* child : parent.children)
            if (child->is_statement) read_statement(*child, spot);
    }

    void read_wait(const SyntaxNode& node, const Spot& spot) {
        for (const SyntaxNode* child : node.children)
            if (!child->is_statement) flow_.add(reads_of(*child, spot), spot.process);
        read_statements(node, spot);
    }

    // Whether time may pass in it.
    bool takes_time(const SyntaxNode& node, int depth) const {
        constexpr int kDeepestCall = 16;
        return any_of(node, [&](const SyntaxNode& n) {
            if (!is_call(n))
                return is_one_of(n.kind, {"delay", "eventcontrol", "wait", "waitfork"});
            const SyntaxNode* task = task_of(n.name).second;
            return !task || depth > kDeepestCall || takes_time(*task, depth + 1);
        });
    }

    void read_assignment(const SyntaxNode& node, const Spot& spot) {
        if (node.children.size() < 2) return;
        const SyntaxNode &value = *node.children[0], &target = *node.children[1];
        for (std::size_t i = 2; i < node.children.size(); ++i)
            flow_.add(reads_of(*node.children[i], spot), spot.process);
        const Names from = reads_of(value, spot);
        const std::string constant = value.kind == "const" ? value.name : std::string();
        for (const std::string& name : write(target, from, spot))
            if (spot.repeated || spot.process.starts_with("task"))
                drives_.push_back({name, constant, spot.repeated ? std::string() : spot.process});
    }

    // Returns the variables that are written.
    Names write(const SyntaxNode& target, Names from, const Spot& spot) {
        Names written;
        targets_of(target, spot, written, from);
        for (const std::string& name : written) {
            values_.add(from, name);
            flow_.add(from, name);
            flow_.add(spot.control, name);
        }
        return written;
    }

    // What an assignment to the expression writes, and what selects it.
    void targets_of(const SyntaxNode& target, const Spot& spot, Names& written, Names& selects) {
        if (target.kind == "varxref") {  // somewhere, perhaps in the design
            written.insert(kInputs);
        } else if (target.kind == "varref") {
            written.insert(variable(*spot.module, target.name));
        } else if (is_one_of(target.kind, {"sel", "arraysel", "structsel"}) && target.first()) {
            targets_of(*target.first(), spot, written, selects);
            for (std::size_t i = 1; i < target.children.size(); ++i)
                selects.merge(reads_of(*target.children[i], spot));
        } else {
            for (const SyntaxNode* part : target.children)
                targets_of(*part, spot, written, selects);
        }
    }

    // One that the module does not declare is that of a package.
    std::string variable(const SyntaxNode& module, const std::string& name) {
        auto& known = declared_[&module];
        if (known.empty())
            any_of(module, [&](const SyntaxNode& node) {
                if (node.kind == "var") known.insert(node.name);
                return false;
            });
        return known.contains(name) ? name_in(module, name) : "package " + name;
    }

    // Variables that an expression reads; binds the arguments of what it calls.
    Names reads_of(const SyntaxNode& node, const Spot& spot) {
        Names reads;
        if (node.kind == "varref") reads.insert(variable(*spot.module, node.name));
        if (node.kind == "varxref") reads.insert(kOutputs);  // of the design, for all that is known
        if (node.kind.find("rand") != std::string::npos) {   // the next value is another one
            reads.insert("random");
            flow_.add(spot.control, "random");
        }
        if (is_call(node)) return call(node, spot);
        for (const SyntaxNode* child : node.children) reads.merge(reads_of(*child, spot));
        return reads;
    }

    // The one task or function of that name, with its module; nothing if there are several.
    std::pair<const SyntaxNode*, const SyntaxNode*> task_of(const std::string& name) const {
        std::pair<const SyntaxNode*, const SyntaxNode*> found;
        for (const auto& [path, module] : modules_) {
            for (const SyntaxNode* item : module->children) {
                if (!is_one_of(item->kind, {"task", "func"}) || item->name != name) continue;
                if (found.second) return {};
                found = {module, item};
            }
        }
        return found;
    }

    Names call(const SyntaxNode& node, const Spot& spot) {
        const auto [module, task] = task_of(node.name);
        // An imported function has no statements, and may remember.
        if (!task || is_design(*module) ||
            std::none_of(task->children.begin(), task->children.end(),
                         [](const SyntaxNode* part) { return part->kind != "var"; })) {
            unknown_ = true;
            return {};
        }
        read_module(*module);
        const std::string time = task_time(*module, task->name);
        flow_.add(spot.control, time);
        if (takes_time(*task, 0)) flow_.add({time}, spot.process);
        calls_[time].push_back(spot);
        bind(*module, *task, node, spot);
        return {name_in(*module, task->name)};
    }

    void bind(const SyntaxNode& module, const SyntaxNode& task, const SyntaxNode& node,
              const Spot& spot) {
        std::vector<const SyntaxNode*> formals;
        for (const SyntaxNode* var : task.children)
            if (var->kind == "var" && !var->attribute("direction").empty() &&
                var->name != task.name)
                formals.push_back(var);
        std::size_t i = 0;
        for (const SyntaxNode* argument : node.children) {
            if (argument->kind != "arg" || !argument->first()) continue;
            if (i == formals.size()) return;
            const SyntaxNode& formal = *formals[i++];
            const std::string name = name_in(module, formal.name);
            const std::string_view way = formal.attribute("direction");
            if (way != "output") {
                const Names from = reads_of(*argument->first(), spot);
                flow_.add(from, name);
                values_.add(from, name);
            }
            if (way != "input") write(*argument->first(), {name}, spot);
        }
    }

    // Whether the task is called often, or by something that repeats.
    bool is_repeated(const std::string& task, int depth = 0) const {
        const auto calls = calls_.find(task);
        if (calls == calls_.end() || depth > 16) return false;
        return calls->second.size() >= kOften ||
               std::any_of(calls->second.begin(), calls->second.end(), [&](const Spot& spot) {
                   return spot.repeated || is_repeated(spot.process, depth + 1);
               });
    }

    // Whether an input that is no clock gets other values again and again.
    bool drives_repeatedly() const {
        std::map<std::string, Names> values;
        for (const Drive& drive : drives_) {
            if (!drive.task.empty() && !is_repeated(drive.task)) continue;
            Names& known = values[drive.name];
            known.insert(drive.constant);
            if ((drive.constant.empty() || known.size() > 1) && values_.leads(drive.name, kInputs))
                return true;
        }
        return false;
    }

    struct Drive {
        std::string name;
        std::string constant;  // empty: the value is none
        std::string task;      // repeated if that is
    };

    const std::string design_;
    std::map<std::string, const SyntaxNode*> modules_;
    std::map<const SyntaxNode*, Names> declared_;
    std::map<std::string, std::vector<Spot>> calls_;
    std::vector<Drive> drives_;
    Names read_;  // modules
    Flow flow_;   // of values and times
    Flow values_;
    int processes_ = 0;
    bool unknown_ = false, has_design_ = false, has_end_ = false;
};

}  // namespace

bool is_open_loop(const SyntaxTree& tree, const std::string& design) {
    return tree.top && Testbench(tree, design).is_open(*tree.top);
}

}  // namespace tapestry
