// SPDX-License-Identifier: Apache-2.0
// Which texts the rings pass through, and in which order. A *thread* is the way of one ring through
// the text of one module: taps and instances in the order of the text, inside the generate
// constructs around them. A module that is instanced under several clocks still has one text: two
// taps of it share a thread when they have the same clock in every instance of the module.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "model/tap_plan.h"
#include "weave/file_weaver.h"
#include "weave/module_structure.h"

namespace tapestry {

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

struct RingModule {
    std::string name;
    FileWeaver* file = nullptr;
    ModuleText text;
    ModuleStructure structure;
    std::vector<std::int32_t> nodes;  // its instances, in the order of TapPlan::tree
    std::vector<Thread> threads;
};

class RingModules {
public:
    using OpenFile = std::function<FileWeaver*(const std::string& file)>;
    RingModules(const TapPlan& plan, OpenFile open, Diagnostics& diagnostics);

    // Modules that some ring passes through, instanced ones before those that instance them. The
    // last one is the top, unless nothing could be threaded.
    const std::vector<const RingModule*>& in_order() const { return order_; }

    // The hierarchical names of the taps on a thread of the top, from the hub's output on.
    std::vector<std::string> taps_of(const Thread& thread) const;

private:
    void find_with_taps();
    RingModule* build(const std::string& name);
    bool open_text(RingModule& module);
    void add_threads(RingModule& module);
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
    std::vector<std::int32_t> instances_of(std::int32_t node, const StructureItem& item,
                                           const std::string& scope, bool with_indices) const;
    std::vector<int> clocks_of_site(const RingModule& module, const TapSite& site) const;
    std::vector<int> clocks_of_child(const RingModule& module, const StructureItem& item,
                                     const std::string& scope, const RingModule& child,
                                     const Thread& thread) const;
    void report_missed(const RingModule& module);
    void leave_out(const RingModule& module, std::size_t position, const std::string& what,
                   const std::string& why);
    void walk(const RingModule& module, const std::vector<ThreadElement>& elements,
              std::int32_t node, const std::string& scope, std::vector<std::string>& taps) const;
    void walk_construct(const RingModule& module, const ThreadElement& element, std::int32_t node,
                        const std::string& scope, std::vector<std::string>& taps) const;
    const std::string& path(std::int32_t node) const {
        return plan_.tree[static_cast<std::size_t>(node)].path;
    }

    const TapPlan& plan_;
    OpenFile open_;
    Diagnostics& diagnostics_;
    std::map<std::string, RingModule> modules_;
    std::map<std::string, std::vector<std::int32_t>> nodes_of_;  // by module
    std::vector<std::vector<std::int32_t>> children_;            // by node
    std::set<std::string> with_taps_;                            // modules with a tap at or below
    std::set<const StructureItem*> seen_;                        // instances that were looked at
    std::vector<const RingModule*> order_;
};

}  // namespace tapestry
