// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/compare_woven.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "base/verilog_lexer.h"
#include "model/tap_map.h"
#include "weave/compare/compare_text.h"
#include "weave/text/build_inputs.h"
#include "weave/text/tap_library.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

std::string real_path(const fs::path& path) {
    std::error_code ec;
    const fs::path real = fs::weakly_canonical(path, ec);
    return ec ? absolute_path(path) : real.string();
}

std::vector<std::string> real_paths(const std::vector<std::string>& names) {
    std::vector<std::string> out;
    for (const std::string& name : names) out.push_back(real_path(name));
    return out;
}

// The file of the tap library with this name, if the name is that of one.
const TapLibraryFile* library_file(const std::string& file) {
    for (const TapLibraryFile& tap : tap_library()) {
        if (file.ends_with("/taps/" + tap.name)) return &tap;
    }
    return nullptr;
}

// The names that begin with tapestry_ in a text, in its macros too.
void add_tap_names(std::string_view text, std::set<std::string>& names) {
    constexpr std::string_view kPrefix = "tapestry_";
    for (std::size_t at = text.find(kPrefix); at != std::string_view::npos;
         at = text.find(kPrefix, at + 1)) {
        if (at == 0 || !is_word_part(text[at - 1]))
            names.insert(std::string(text.substr(at, end_of_word(text, at) - at)));
    }
}

class Comparison {
public:
    Comparison(const SourceSet& original, const SourceSet& woven, const fs::path& folder)
        : original_(original),
          woven_(woven),
          folder_(folder),
          theirs_(build_inputs(original)),
          ours_(build_inputs(woven)) {}

    std::vector<WovenDifference> run() {
        settings();
        list();
        collect_names();
        for (std::size_t i = 0; i < original_.files.size(); ++i) {
            if (i >= woven_.files.size())
                differ({original_.files[i], 0}, "it has no woven copy");
            else
                pair(original_.files[i], woven_.files[i]);
        }
        for (std::size_t i = original_.files.size(); i < woven_.files.size(); ++i)
            further(woven_.files[i]);
        connections();
        taps();
        data();
        return std::move(differences_);
    }

private:
    void differ(Place place, std::string what) {
        differences_.push_back({std::move(place), std::move(what)});
    }

    void settings() {
        if (original_.defines != woven_.defines)
            differ({}, "the woven design is read with other macros");
        if (real_paths(original_.library_folders) != real_paths(woven_.library_folders) ||
            real_paths(original_.library_files) != real_paths(woven_.library_files) ||
            original_.library_endings != woven_.library_endings)
            differ({}, "the woven design has other libraries");
        if (original_.parameters != woven_.parameters)
            differ({}, "the woven design has other parameters");
    }

    // A tool may understand a word of the list that we do not, so it has only what weaving writes.
    void list() {
        const std::string file = (folder_ / "woven.f").string();
        Diagnostics ignored;
        const std::string text = read_file(file, ignored).value_or("");
        std::uint32_t number = 0;
        for (const std::string_view line : lines_of(text)) {
            ++number;
            const std::string_view word = trimmed(line);
            if (!word.empty() && !word.starts_with("//") && !is_list_line(word))
                differ({file, number}, "weaving writes no such line");
        }
    }
    static bool is_list_line(std::string_view line) {
        const std::string_view value = line.substr(std::min<std::size_t>(3, line.size()));
        if (std::any_of(value.begin(), value.end(), is_blank)) return false;
        for (const std::string_view option : {"-y ", "-v ", "+incdir+", "+define+", "+libext+"}) {
            if (!line.starts_with(option)) continue;
            line.remove_prefix(option.size());
            return !line.empty() && (option == "+define+" || is_list_name(line));
        }
        return line[0] != '-' && line[0] != '+' && is_list_name(line);
    }
    static bool is_list_name(std::string_view name) {
        return name.find_first_of("\"'$#;`*?(){}<>|&\\") == std::string_view::npos;
    }

    void collect_names() {
        for (const auto* files : {&original_.files, &original_.library_files, &theirs_.headers}) {
            for (const std::string& file : *files) add_tap_names(text_of(file), tap_names_);
        }
        for (const auto& [name, value] : original_.defines) add_tap_names(value, tap_names_);
    }

    // A file of the tap library, or the woven copy of a library file of the design.
    void further(const std::string& file) {
        Diagnostics ignored;
        const Result<std::string> text = read_file(file, ignored);
        if (const TapLibraryFile* tap = library_file(file)) {
            if (!text || *text != tap->text)
                differ({file, 0}, "it is not the tap of this version of tapestry");
            return;
        }
        const std::string name = fs::path(file).filename().string();
        for (const std::string& f : original_.library_files) {
            if (fs::path(f).filename() == name) return pair(f, file);
        }
        for (const std::string& folder : original_.library_folders) {
            std::error_code ec;
            if (fs::exists(fs::path(folder) / name, ec))
                return pair((fs::path(folder) / name).string(), file);
        }
        differ({file, 0}, "the original has no such file");
    }

    std::string text_of(const std::string& file) const {
        const auto given = original_.texts.find(file);
        if (given != original_.texts.end()) return given->second;
        Diagnostics ignored;
        return read_file(file, ignored).value_or("");
    }

    void pair(const std::string& original, const std::string& woven) {
        if (!compared_.insert({original, woven}).second) return;
        Diagnostics ignored;
        const std::vector<ComparedToken> is =
            compared_tokens(read_file(woven, ignored).value_or(""));
        const ComparedText was = compared_text(text_of(original));
        TextComparison text = compare_text(was, is, tap_names_);
        if (text.difference)
            return differ({woven, static_cast<std::uint32_t>(text.difference->line)},
                          text.difference->what);
        note(was, woven, std::move(text));
        includes(original, woven, is);
    }

    void note(const ComparedText& was, const std::string& woven, TextComparison text) {
        for (const auto& [place, list] : was.places.lists) {
            if (list.header) ports_[list.module].push_back(list);
        }
        for (const auto& [module, count] : text.added_ports) added_ports_[module] += count;
        for (AddedConnections& added : text.connections)
            connections_.push_back({woven, std::move(added)});
        const bool moved = !text.instances.empty() || !text.added_ports.empty();
        instances_.merge(text.instances);
        for (const ComparedToken& token : was.tokens) {
            if (moved && token.text.find("`__LINE__") != std::string::npos)
                return differ({woven, 0}, "weaving moves its lines, whose numbers it uses");
        }
    }

    // Connections by position are those of the added ports if the instance has one for each other.
    void connections() {
        for (const auto& [file, added] : connections_) {
            const auto ports = ports_.find(added.module);
            const bool known = ports != ports_.end() && ports->second.size() == 1 &&
                               !ports->second.front().hidden &&
                               ports->second.front().elements == added.before &&
                               added_ports_[added.module] >= added.added;
            if (!known)
                differ({file, static_cast<std::uint32_t>(added.line)},
                       fmt::format("which ports of '{}' are connected is not seen", added.module));
        }
    }

    // A design in which a tap of its map is missing was not woven, or not all of it.
    void taps() {
        const std::string file = (folder_ / "taps.json").string();
        Diagnostics ignored;
        const Result<std::string> text = read_file(file, ignored);
        const Result<TapMap> map = text ? tap_map_from_json(*text, file, ignored) : text.failure();
        if (!map) return differ({file, 0}, "there is no tap map, which says what was woven");
        if (map->taps.empty()) return differ({file, 0}, "no tap was woven");
        for (const Tap& tap : map->taps) {
            const bool woven =
                std::any_of(instances_.begin(), instances_.end(), [&](const auto& instance) {
                    return instance.first == tap.module &&
                           tap.instance.ends_with("." + instance.second);
                });
            if (!woven)
                return differ({file, 0}, fmt::format("tap '{}' is not in the woven text of '{}'",
                                                     tap.path, tap.module));
        }
    }

    // Data that the woven design would read must be that of the original, byte for byte. A file in
    // the folder that the original does not name may be read too.
    void data() {
        for (const auto& [name, file] : ours_.data) same_data(name, file);
        std::error_code ec;
        for (const auto& [name, file] : theirs_.data) {
            if (fs::exists(folder_ / name, ec)) same_data(name, folder_ / name);
        }
        for (const auto& entry : fs::recursive_directory_iterator(folder_, ec)) {
            if (!entry.is_regular_file(ec)) continue;
            const std::string real = real_path(entry.path());
            if (is_known(real)) continue;
            same_data(entry.path().lexically_relative(folder_).string(), real);
        }
    }

    bool is_known(const std::string& file) {
        if (known_.empty()) {
            for (const std::string& name : woven_.files) known_.insert(real_path(name));
            for (const auto& [original, woven] : compared_) known_.insert(real_path(woven));
            for (const auto& [name, path] : ours_.data) known_.insert(real_path(path));
            for (const char* name : {"woven.f", "taps.json"})
                known_.insert(real_path(folder_ / name));
        }
        return known_.contains(file) || is_library(file);
    }

    static bool is_library(const std::string& file) {
        const TapLibraryFile* tap = library_file(file);
        Diagnostics ignored;
        return tap && read_file(file, ignored).value_or("") == tap->text;
    }

    void same_data(const std::string& name, const fs::path& file) {
        const auto was = theirs_.data.find(name);
        if (was == theirs_.data.end())
            return differ({file.string(), 0}, "the original reads no such file");
        Diagnostics ignored;
        if (read_file(was->second, ignored).value_or("") !=
            read_file(file, ignored).value_or("another"))
            differ({file.string(), 0},
                   fmt::format("it is not the '{}' that the original reads", name));
    }

    void includes(const std::string& original, const std::string& woven,
                  const std::vector<ComparedToken>& is) {
        for (std::size_t i = 0; i < is.size(); ++i) {
            if (is[i].text != "`include") continue;
            const bool named =
                i + 1 < is.size() && is[i + 1].text.starts_with('"') && is[i + 1].text.size() > 2;
            const Place place{woven, static_cast<std::uint32_t>(is[i].line)};
            if (named)
                include(original, place, is[i + 1].text.substr(1, is[i + 1].text.size() - 2));
            else
                differ(place, "the name of the included file is not seen");
        }
    }

    // Whichever of the files a tool takes, its text must be that of the original.
    void include(const std::string& original, const Place& place, const std::string& name) {
        const auto theirs = included_files(original, original_.include_folders, name);
        const auto ours = included_files(place.file, woven_.include_folders, name);
        if (theirs.empty() != ours.empty())
            return differ(place, fmt::format("'{}' is there for one of the designs only", name));
        for (const std::string& file : ours) {
            const bool first = file == ours.front();
            const bool same = first ? file == theirs.front()
                                    : std::find(theirs.begin(), theirs.end(), file) != theirs.end();
            if (!same) pair(theirs.front(), file);
        }
    }

    const SourceSet& original_;
    const SourceSet& woven_;
    const fs::path& folder_;
    const BuildInputs theirs_;
    const BuildInputs ours_;
    std::set<std::string> tap_names_;  // of the original
    std::set<std::pair<std::string, std::string>> compared_;
    std::set<std::string> known_;  // files that need no further look
    std::map<std::string, std::vector<ListPlace>> ports_;
    std::map<std::string, std::size_t> added_ports_;
    std::vector<std::pair<std::string, AddedConnections>> connections_;
    std::set<std::pair<std::string, std::string>> instances_;
    std::vector<WovenDifference> differences_;
};

}  // namespace

std::vector<WovenDifference> compare_woven(const SourceSet& original, const SourceSet& woven,
                                           const fs::path& folder) {
    return Comparison(original, woven, folder).run();
}

}  // namespace tapestry
