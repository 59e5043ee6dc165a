// SPDX-License-Identifier: Apache-2.0
// For tests: findings in the modules of a text, elaborated by the real Verilator.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "find/module/subject.h"
#include "read/verilog/elaborated_text.h"

namespace tapestry {

using FindFunction = void (*)(const Subject& on);

// A module in a table of tests; every module has `clk`.
struct TextModule {
    std::string name;
    std::string ports;  // in addition to the clock; may be empty
    std::string body;
};

// The modules, and a top that instantiates each of them with unconnected ports.
inline std::string text_of(const std::vector<TextModule>& modules) {
    std::string text = "/* verilator lint_off PINMISSING */\n";
    std::string top = "module top (input clk);\n";
    for (const TextModule& m : modules) {
        text += "module " + m.name + " (input clk" + (m.ports.empty() ? "" : ", ") + m.ports +
                ");\n" + m.body + "\nendmodule\n";
        top += m.name + " u_" + m.name + " (.clk(clk));\n";
    }
    return text + top + "endmodule\n";
}

class DetectedText {
public:
    // Runs the detectors on every module; `support` is additional text.
    DetectedText(const std::vector<TextModule>& modules, const std::vector<FindFunction>& detectors,
                 const std::string& support = "")
        : DetectedText(support + text_of(modules), detectors) {}

    // The same for a design whose top is `top`.
    DetectedText(const std::string& text, const std::vector<FindFunction>& detectors)
        : elaborated_(elaborate_text(text, "top")) {
        for (const Module& module : design().modules) indexes_.emplace_back(module);
        Clocking clocking(design(), indexes_);
        DesignLogic logic(design(), clocking.inactive_resets());
        Observability listening(logic);
        const NameSource names{[&](const SourcePlace& place) {
            return elaborated_.source_text.name_at(
                design().files.at(static_cast<std::size_t>(place.file)), place);
        }};
        for (std::size_t i = 0; i < indexes_.size(); ++i) {
            const Subject on(design(), ModuleId(i), indexes_, clocking, listening, names, all_);
            for (const FindFunction find : detectors) find(on);
        }
    }

    const Design& design() const { return elaborated_.design; }
    std::vector<const Finding*> taken(const std::string& module) const {
        return of_module(all_.taken, module);
    }
    std::vector<const Rejection*> rejected(const std::string& module) const {
        return of_module(all_.rejected, module);
    }

private:
    template <class Found>
    std::vector<const Found*> of_module(const std::vector<Found>& found,
                                        const std::string& module) const {
        std::vector<const Found*> result;
        for (const Found& f : found) {
            if (design().modules[f.module].source_name == module) result.push_back(&f);
        }
        return result;
    }

    Elaborated elaborated_;
    IdTable<ModuleId, ModuleIndex> indexes_;
    Findings all_;
};

// The expression that a tap observes at a port; "" if there is none.
inline std::string observed(const Finding& f, const std::string& port) {
    for (const auto& [name, text] : f.observe) {
        if (name == port) return text;
    }
    return {};
}

}  // namespace tapestry
