// SPDX-License-Identifier: Apache-2.0
// GHDL: reads VHDL, synthesizes it, builds simulations. Only this file knows how it is called.
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

inline constexpr const char* kVhdlWork = "work";  // the library of what is in no other

using Generics = std::vector<std::pair<std::string, std::string>>;

// What is translated: an entity, with the architecture and the generics that its testbench gives.
struct VhdlTop {
    std::string library;
    std::string entity;
    std::string architecture;  // empty: the last one that was read
    Generics generics;
};

// Why a design is not synthesized.
struct Refusal {
    enum class Kind { not_synthesizable, crash, generic_missing } kind = Kind::not_synthesizable;
    Place place = {};
    std::string text = {};  // what GHDL says; or the generic
};

class Ghdl {
public:
    // `folder` is for what GHDL makes; `standard` is 93, 02 or 08. What is only looked at is
    // compiled in less than half the time of what is simulated.
    enum class Purpose { look, simulate };
    Ghdl(std::filesystem::path folder, std::string standard, Purpose purpose)
        : folder_(std::move(folder)), standard_(std::move(standard)), purpose_(purpose) {}

    // Reads the files that `roots` need (names of units; none: all), each behind those that it
    // uses.
    Result<Done> analyse(const std::vector<VhdlFile>& files, const std::set<std::string>& roots,
                         Diagnostics& diagnostics);

    // The texts of the files that were read, by path.
    const std::map<std::string, std::string>& texts() const { return texts_; }
    // The same design with other files in place of some of these, read into another folder;
    // failure, without a word, when GHDL refuses them.
    Result<Ghdl> with_files(const std::map<std::string, std::string>& others,
                            const std::filesystem::path& folder) const;

    // The files that were read, each behind those that it uses.
    const std::vector<VhdlFile>& files() const { return files_; }
    // All that was read, in another folder; failure, without a word, when it cannot be copied.
    Result<Ghdl> copy_in(const std::filesystem::path& folder) const;
    // Reads one more text; units that were read before are those of this text from then on.
    bool reads(const std::string& library, const std::string& text);

    // Components that are modules in Verilog.
    void leave_to_verilog(const std::vector<std::string>& modules);

    enum class Form { verilog, vhdl };
    // `refusal` says why, when GHDL itself refuses; else `diagnostics` do.
    Result<std::string> synthesize(const VhdlTop& top, Form form, std::optional<Refusal>& refusal,
                                   Diagnostics& diagnostics);

    // Builds the simulation of a unit; its program. `trouble` says why it does not build.
    Result<std::filesystem::path> build(const VhdlTop& top, GhdlMessage& trouble,
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

// The version of the GHDL that is installed; `folder` is for what it says.
std::string ghdl_version(const std::filesystem::path& folder);

// The command of a simulation that `build` made, which writes a waveform of the signals that are
// named in `selection` (a file; empty: all) to `waveform`.
std::vector<std::string> ghdl_simulation(const std::filesystem::path& program,
                                         const std::filesystem::path& waveform,
                                         const std::filesystem::path& selection,
                                         const std::vector<std::string>& arguments);
// The same, stopped before time passes: what is elaborated is in the waveform.
std::vector<std::string> ghdl_elaboration(const std::filesystem::path& program,
                                          const std::filesystem::path& waveform,
                                          const Generics& generics);
// The same, which tells what it is made of; see elaborated_instance.h.
std::vector<std::string> ghdl_dump(const std::filesystem::path& program);
// The text of a selection of signals, given as paths tb.dut.g[1].r.
std::string ghdl_selection(const std::vector<std::string>& signals);

}  // namespace tapestry
