// SPDX-License-Identifier: Apache-2.0
// The modules that the rings pass through, and the threads through each of them (ring_threads.h).
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
#include "weave/ring/ring_threads.h"
#include "weave/ring/ring_tree.h"
#include "weave/text/file_weaver.h"
#include "weave/text/module_structure.h"

namespace tapestry {

struct RingModule {
    std::string name;
    FileWeaver* file = nullptr;
    ModuleSpan text;
    ModuleStructure structure;
    std::vector<std::int32_t> nodes;  // its instances, in the order of TapPlan::tree
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
