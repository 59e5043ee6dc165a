// SPDX-License-Identifier: Apache-2.0
// GHDL: analyses and synthesizes VHDL and builds simulations. Only this file knows its command
// line.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/process.h"
#include "base/result.h"
#include "read/vhdl/ghdl_messages.h"
#include "read/vhdl/needed_files.h"

namespace tapestry {

inline constexpr const char* kVhdlWork = "work";  // the default library

using Generics = std::vector<std::pair<std::string, std::string>>;

// The unit to translate: an entity, with the architecture and generics from its testbench.
struct VhdlTop {
    std::string library;
    std::string entity;
    std::string architecture;  // empty: the last one analysed
    Generics generics;
};

// Why a design is not synthesized.
struct Refusal {
    enum class Kind { not_synthesizable, crash, generic_missing } kind = Kind::not_synthesizable;
    Place place = {};
    std::string text = {};  // GHDL's message, or the generic
};

class Ghdl {
public:
    // `folder` is for GHDL's output; `standard` is 87, 93, 93c, 00, 02 or 08. Purpose::look
    // compiles in less than half the time of Purpose::simulate.
    enum class Purpose { look, simulate };
    Ghdl(std::filesystem::path folder, std::string standard, Purpose purpose)
        : folder_(std::move(folder)), standard_(std::move(standard)), purpose_(purpose) {}

    // Analyses the files that `roots` (unit names; none: all) need, in order of dependency.
    Result<Done> analyse(const std::vector<VhdlFile>& files, const std::set<std::string>& roots,
                         Diagnostics& diagnostics);

    // The texts of the analysed files, by path.
    const std::map<std::string, std::string>& texts() const { return texts_; }
    // The same design with some files replaced, analysed in another folder; nothing if
    // GHDL refuses them.
    std::optional<Ghdl> with_files(const std::map<std::string, std::string>& others,
                                   const std::filesystem::path& folder) const;

    // The analysed files, in order of dependency.
    const std::vector<VhdlFile>& files() const { return files_; }
    // A copy of the analysis in another folder; nothing if it cannot be copied.
    std::optional<Ghdl> copy_in(const std::filesystem::path& folder) const;
    // Analyses one more text; its units replace earlier ones of the same name.
    bool reads(const std::string& library, const std::string& text);

    // Declares components that are Verilog modules.
    void leave_to_verilog(const std::vector<std::string>& modules);

    enum class Form { verilog, vhdl };
    // Nothing if GHDL itself refuses; `refusal` has the reason.
    Result<std::optional<std::string>> synthesize(const VhdlTop& top, Form form,
                                                  std::optional<Refusal>& refusal,
                                                  Diagnostics& diagnostics);

    // Builds the simulation of a unit and returns its program; nothing if GHDL refuses it, and
    // `trouble` has the reason.
    Result<std::optional<std::filesystem::path>> build(const VhdlTop& top, GhdlMessage& trouble,
                                                       Diagnostics& diagnostics);

private:
    std::vector<std::string> words(const std::string& command, const std::string& library) const;
    Result<Exit> run_in(const std::string& library, std::vector<std::string> words,
                        std::string& output, Diagnostics& diagnostics) const;
    Result<bool> analyse_files(const std::string& library, const std::vector<std::string>& files,
                               std::string& output, Diagnostics& diagnostics);
    Result<bool> analyse_in_order(const std::vector<VhdlFile>& files, Diagnostics& diagnostics);
    Result<std::vector<std::string>> analyse_one_by_one(std::vector<VhdlFile> files,
                                                        Diagnostics& diagnostics);
    Result<Done> make_libraries(Diagnostics& diagnostics) const;
    std::vector<std::string> synthesis(const VhdlTop& top, Form form) const;

    std::filesystem::path folder_;
    std::string standard_;
    Purpose purpose_;
    std::vector<std::string> libraries_;
    std::set<std::string> in_verilog_;
    std::vector<VhdlFile> files_;               // that were read
    std::map<std::string, std::string> texts_;  // of them
};

// The version of the installed GHDL; `folder` is for its output.
std::string ghdl_version(const std::filesystem::path& folder);

// The command of a simulation made by `build`. It writes a waveform of the signals listed in
// `selection` (a file; empty: all) to `waveform`.
std::vector<std::string> ghdl_simulation(const std::filesystem::path& program,
                                         const std::filesystem::path& waveform,
                                         const std::filesystem::path& selection,
                                         const std::vector<std::string>& arguments);
// The same, stopped at time 0: the waveform then has the elaborated hierarchy.
std::vector<std::string> ghdl_elaboration(const std::filesystem::path& program,
                                          const std::filesystem::path& waveform,
                                          const Generics& generics);
// The same, which prints its elaborated structure; see elaborated_instance.h.
std::vector<std::string> ghdl_dump(const std::filesystem::path& program);
// The text of a signal selection, from paths such as tb.dut.g[1].r.
std::string ghdl_selection(const std::vector<std::string>& signals);

}  // namespace tapestry
