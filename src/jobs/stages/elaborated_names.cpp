// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/elaborated_names.h"

#include "run/import/wave_names.h"

namespace tapestry {

namespace {

NamedSignal* signal_named(std::vector<NamedSignal>& signals, std::string_view name) {
    for (NamedSignal& signal : signals) {
        if (signal.name == name) return &signal;
    }
    return nullptr;
}

// Fields follow the record that they belong to: r, then r.state.
void add_signal(std::vector<NamedSignal>& signals, std::string_view name, NamedSignal signal) {
    const std::size_t dot = name.find('.');
    NamedSignal* const record =
        dot == std::string_view::npos ? nullptr : signal_named(signals, name.substr(0, dot));
    if (record) return add_signal(record->fields, name.substr(dot + 1), std::move(signal));
    signal.name = name;
    signals.push_back(std::move(signal));
}

NamedScope scope_of(const WaveNames& names, ScopeId id) {
    const WaveHeader& header = names.header();
    NamedScope scope;
    scope.name = plain_name(header.scopes[static_cast<std::size_t>(id)].name);
    for (const std::uint32_t v : names.vars(id)) {
        const WaveVar& var = header.vars[v];
        NamedSignal signal;
        signal.width = var.signal == kNoSignal ? 0 : var.width;
        if (var.table != kNoTable) {
            for (const auto& [code, literal] :
                 header.tables[static_cast<std::size_t>(var.table)].names)
                signal.literals.push_back(literal);
        }
        add_signal(scope.signals, var.name, std::move(signal));
    }
    for (const ScopeId inner : names.children(id)) scope.scopes.push_back(scope_of(names, inner));
    return scope;
}

}  // namespace

std::optional<NamedScope> read_elaborated(const std::filesystem::path& path) {
    Diagnostics ignored;
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return std::nullopt;
    const Result<std::unique_ptr<Waveform>> waveform = open_waveform(path, ignored);
    if (!waveform) return std::nullopt;
    const WaveNames names((*waveform)->header());
    if (names.children(kRootScope).empty()) return std::nullopt;
    // Packages come first, the unit last.
    return scope_of(names, names.children(kRootScope).back());
}

}  // namespace tapestry
