// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/compare_woven.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "weave/compare/compare_text.h"
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

// The files that a tool could find for an `include "name"` in a file.
std::vector<std::string> included(const std::string& file, const std::vector<std::string>& folders,
                                  const std::string& name) {
    std::vector<fs::path> places = {fs::path(file).parent_path()};
    places.insert(places.end(), folders.begin(), folders.end());
    places.push_back(fs::current_path());
    std::vector<std::string> out;
    for (const fs::path& place : places) {
        std::error_code ec;
        if (fs::is_regular_file(place / name, ec)) out.push_back(real_path(place / name));
    }
    return out;
}

// The file of the tap library with this name, if the name is that of one.
const TapLibraryFile* library_file(const std::string& file) {
    for (const TapLibraryFile& tap : tap_library()) {
        if (file.ends_with("/taps/" + tap.name)) return &tap;
    }
    return nullptr;
}

class Comparison {
public:
    Comparison(const SourceSet& original, const SourceSet& woven)
        : original_(original), woven_(woven) {}

    std::vector<WovenDifference> run() {
        settings();
        for (std::size_t i = 0; i < original_.files.size(); ++i) {
            if (i >= woven_.files.size())
                differ({original_.files[i], 0}, "it has no woven copy");
            else
                pair(original_.files[i], woven_.files[i]);
        }
        for (std::size_t i = original_.files.size(); i < woven_.files.size(); ++i)
            further(woven_.files[i]);
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
        if (const auto found = first_difference(compared_tokens(text_of(original)), is))
            return differ({woven, static_cast<std::uint32_t>(found->line)}, found->what);
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
        const auto theirs = included(original, original_.include_folders, name);
        const auto ours = included(place.file, woven_.include_folders, name);
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
    std::set<std::pair<std::string, std::string>> compared_;
    std::vector<WovenDifference> differences_;
};

}  // namespace

std::vector<WovenDifference> compare_woven(const SourceSet& original, const SourceSet& woven) {
    return Comparison(original, woven).run();
}

}  // namespace tapestry
