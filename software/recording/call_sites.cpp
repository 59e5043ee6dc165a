// SPDX-License-Identifier: Apache-2.0
#include "software/recording/call_sites.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <charconv>
#include <filesystem>
#include <map>

#include "base/file.h"
#include "base/new_file.h"
#include "base/process.h"
#include "base/text.h"
#include "software/recording/outside_programs.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// Strips a leading number and the text `behind` it from `text`, and returns the number.
template <class Number>
bool take(std::string_view& text, Number& number, int base, std::string_view behind) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.starts_with(behind)) return false;
    text.remove_prefix(behind.size());
    return true;
}

// Output of addr2line: FILE:LINE (discriminator 2), FILE:?, ??:0
std::string known_line(std::string_view said) {
    said = said.substr(0, said.find(" (discriminator"));
    const std::size_t colon = said.rfind(':');
    if (colon == std::string_view::npos || said.starts_with("??")) return {};
    const std::string_view line = said.substr(colon + 1);
    const bool is_number = !line.empty() && line != "0" &&
                           line.find_first_not_of("0123456789") == std::string_view::npos;
    return is_number ? std::string(said) : std::string();
}

bool is_as_it_was(const std::string& file, std::int64_t changed) {
    struct stat now {};
    return stat(file.c_str(), &now) == 0 && S_ISREG(now.st_mode) && now.st_mtime == changed;
}

// The user's file by the path the user knows it by.
std::string shown(const std::string& source) {
    std::error_code ec;
    const std::string here = fs::current_path(ec).string() + "/";
    return !ec && source.starts_with(here) ? source.substr(here.size()) : source;
}

std::vector<CodeLine> lines_in(const std::string& file, const std::vector<std::uint64_t>& wanted) {
    std::error_code ec;
    const NewFile said(fs::temp_directory_path(ec) / "tapestry.lines");
    Command command;
    command.words = {kHostPrograms[0].name, "-f", "-C", "-e", file};
    command.output = said.part();
    command.timeout = std::chrono::seconds(60);
    for (const std::uint64_t address : wanted)
        command.words.push_back(fmt::format("{:#x}", address));
    Diagnostics unheard;
    std::vector<CodeLine> lines;
    if (!said.part().empty() && run(command).good())
        if (const Result<std::string> text = read_file(said.part(), unheard))
            lines = code_lines(*text, wanted.size());
    lines.resize(wanted.size());
    return lines;
}

}  // namespace

std::optional<CodePlace> code_place(std::string_view source) {
    CodePlace place;
    if (!source.starts_with("0x")) return std::nullopt;
    source.remove_prefix(2);
    if (!take(source, place.address, 16, "@") || !take(source, place.changed, 10, " in ") ||
        source.empty())
        return std::nullopt;
    place.file = source;
    return place;
}

std::string to_text(const CodePlace& place) {
    return fmt::format("{}+{:#x}", fs::path(place.file).filename().string(), place.address);
}

std::vector<CodeLine> code_lines(std::string_view said, std::size_t count) {
    std::vector<CodeLine> lines(count);
    for (CodeLine& line : lines) {
        const std::string_view function = take_line(said);
        if (function != "??") line.function = function;
        line.source = known_line(take_line(said));
    }
    return lines;
}

void name_call_sites(std::vector<Recording>& recordings) {
    std::map<std::pair<std::string, std::int64_t>, std::map<std::uint64_t, CodeLine>> files;
    for (const Recording& r : recordings)
        for (const auto& [id, name] : r.names)
            if (const auto place = code_place(name.source))
                files[{place->file, place->changed}][place->address];
    for (auto& [file, lines] : files) {
        if (!is_as_it_was(file.first, file.second)) continue;
        std::vector<std::uint64_t> addresses;
        for (const auto& [address, line] : lines) addresses.push_back(address);
        const std::vector<CodeLine> found = lines_in(file.first, addresses);
        for (std::size_t i = 0; i < found.size(); ++i) lines[addresses[i]] = found[i];
    }
    for (Recording& r : recordings) {
        for (auto& [id, name] : r.names) {
            const auto place = code_place(name.source);
            if (!place) continue;
            const CodeLine& line = files[{place->file, place->changed}][place->address];
            name.function = line.function;
            name.source = line.source.empty() ? to_text(*place) : shown(line.source);
            if (name.name.empty())
                name.name = name.function.empty() ? to_text(*place) : name.function;
        }
    }
}

}  // namespace tapestry
