// SPDX-License-Identifier: Apache-2.0
// The modules that the rings pass through, and the threads through each of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/tap_plan.h"
#include "weave/text/file_weaver.h"
#include "weave/text/module_structure.h"

namespace tapestry {

// A *thread* is the path of one ring through the text of one module: taps and instances in the
// order of the text, inside their generate constructs. A module instantiated under several clocks
// still has one text: two of its taps share a thread if they have the same clock in every instance
// of the module.

inline constexpr int kAbsent = -2;  // in place of a clock: no such tap in that instance

struct ThreadElement {
    enum class Kind { tap, instance, construct } kind = Kind::tap;
    std::vector<int> clocks;  // of a tap or instance, for each instance of the module
    std::size_t site = 0;     // tap: index in TapPlan::sites
    const StructureItem* item = nullptr;
    std::string child;                               // instance: its module
    std::size_t child_thread = 0;                    // and which thread of it
    std::vector<std::vector<ThreadElement>> bodies;  // construct: one for each body of the item
};

struct Thread {
    std::vector<int> clocks;  // for each instance of the module; kAbsent: it has no tap there
    std::string suffix;       // of the ring ports: empty when the module has one thread
    std::vector<ThreadElement> elements;
};

// The common clock of several elements: kAbsent if there are none, nothing if they differ.
class OneClock {
public:
    void add(int clock) {
        if (clock == kAbsent) return;
        differs_ = differs_ || (clock_ != kAbsent && clock_ != clock);
        clock_ = clock;
    }
    std::optional<int> get() const { return differs_ ? std::nullopt : std::optional(clock_); }

private:
    int clock_ = kAbsent;
    bool differs_ = false;
};

// Distributes the elements of a module's text over as few threads as its clocks allow.
std::vector<Thread> threads_of(const std::vector<ThreadElement>& all);

// The instance tree of a plan, for the ring: which instances a statement of the text creates, and
// which modules contain taps.

class RingTree {
public:
    explicit RingTree(const TapPlan& plan);

    const TreeNode& node(TreeId id) const { return plan_.tree[id]; }
    const std::vector<TreeId>& children(TreeId id) const { return children_[id]; }
    std::vector<TreeId> nodes_of(const std::string& module) const;
    // Whether a tap is in the module or below it. One text serves all its instances, so a tap below
    // one of them counts for all.
    bool has_taps(const std::string& module) const { return with_taps_.contains(module); }

    // The instances below a node that an item of its text creates, lowest element first, as in a
    // concatenation of ports. Without indices, `scope` stands for every iteration of its loops.
    std::vector<TreeId> instances_of(TreeId node, const StructureItem& item,
                                     const std::string& scope, bool with_indices) const;

private:
    void find_with_taps();

    const TapPlan& plan_;
    std::map<std::string, std::vector<TreeId>> nodes_of_;  // by module
    IdTable<TreeId, std::vector<TreeId>> children_;        // by node
    std::set<std::string> with_taps_;
};

// A name or label as elaboration knows it.
std::string without_backslash(std::string name);

struct RingModule {
    std::string name;
    FileWeaver* file = nullptr;
    ModuleSpan text;
    ModuleStructure structure;
    std::vector<TreeId> nodes;  // its instances, in the order of TapPlan::tree
    std::vector<Thread> threads;
};

class RingModules {
public:
    using OpenFile = std::function<FileWeaver*(const std::string& file)>;
    RingModules(const TapPlan& plan, OpenFile open, Diagnostics& diagnostics);

    // Modules that some ring passes through, children before parents. The last one is the top,
    // unless nothing could be threaded.
    const std::vector<const RingModule*>& in_order() const { return order_; }

    const RingModule& at(const std::string& name) const { return modules_.at(name); }
    const RingTree& tree() const { return tree_; }
    const TapPlan& plan() const { return plan_; }

private:
    RingModule* build(const std::string& name);
    bool open_text(RingModule& module);
    std::vector<ThreadElement> elements_of(RingModule& module, const StructureBody& body,
                                           const std::string& scope);
    void add_instance(RingModule& module, const StructureItem& item, const std::string& scope,
                      std::vector<ThreadElement>& elements);
    void add_construct(RingModule& module, const StructureItem& item, const std::string& scope,
                       std::vector<ThreadElement>& elements);
    void add_sites(RingModule& module, const StructureBody& body,
                   std::vector<ThreadElement>& elements);
    std::string why_not(const RingModule& module, const StructureItem& item,
                        const std::string& scope) const;
    std::vector<int> clocks_of_site(const RingModule& module, const TapSite& site) const;
    std::vector<int> clocks_of_child(const RingModule& module, const StructureItem& item,
                                     const std::string& scope, const RingModule& child,
                                     const Thread& thread) const;
    void report_missed(const RingModule& module);
    void leave_out(const RingModule& module, std::size_t position, const std::string& what,
                   const std::string& why);
    const TapPlan& plan_;
    const RingTree tree_;
    OpenFile open_;
    Diagnostics& diagnostics_;
    std::map<std::string, RingModule> modules_;
    std::set<const StructureItem*> seen_;  // instances already visited
    std::vector<const RingModule*> order_;
};

}  // namespace tapestry
