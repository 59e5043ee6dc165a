// SPDX-License-Identifier: Apache-2.0
#include "weave/text/build_inputs.h"

#include <algorithm>
#include <set>

#include "base/file.h"
#include "base/text.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// A name that leads into the folder and not out of it.
bool is_below(const fs::path& name) {
    return name.is_relative() && std::find(name.begin(), name.end(), "..") == name.end();
}

struct QuotedName {
    std::string name;
    bool included = false;
};

// The strings of a text that could be names of files.
std::vector<QuotedName> quoted_names(std::string_view text) {
    constexpr std::size_t kLongestName = 4096;
    std::vector<QuotedName> names;
    for (std::size_t open = text.find('"'); open != std::string_view::npos;) {
        const std::size_t close = text.find_first_of("\"\n", open + 1);
        if (close == std::string_view::npos) break;
        const std::string_view name = text.substr(open + 1, close - open - 1);
        const bool quoted = text[close] == '"';
        if (quoted && !name.empty() && name.size() <= kLongestName)
            names.push_back(
                {std::string(name), trimmed(text.substr(0, open)).ends_with("`include")});
        open = text.find('"', close + 1);
    }
    return names;
}

std::string real_name(const fs::path& path) {
    std::error_code ec;
    const fs::path real = fs::weakly_canonical(path, ec);
    return ec ? absolute_path(path) : real.string();
}

fs::path data_file(const fs::path& file, const std::string& name) {
    std::error_code ec;
    const fs::path beside = fs::absolute(file, ec).parent_path() / name;
    if (fs::is_regular_file(beside, ec)) return beside;
    return fs::is_regular_file(name, ec) ? fs::absolute(name, ec) : fs::path();
}

class InputReader {
public:
    explicit InputReader(const SourceSet& sources) : sources_(sources) {}

    BuildInputs run() {
        for (const auto* files : {&sources_.files, &sources_.library_files}) {
            for (const std::string& file : *files) source(file);
        }
        for (const std::string& folder : sources_.library_folders) {
            for (const fs::path& file : library_sources(sources_, folder)) source(file.string());
        }
        for (const auto* settings : {&sources_.defines, &sources_.parameters}) {
            for (const auto& [name, value] : *settings) read("", value);
        }
        for (const auto& [name, places] : meant_) {
            if (places.size() == 1) inputs_.data[name] = *places.begin();
        }
        return std::move(inputs_);
    }

private:
    void source(const std::string& file) {
        const auto given = sources_.texts.find(file);
        Diagnostics ignored;  // the tool says what it cannot read
        read(file,
             given != sources_.texts.end() ? given->second : read_file(file, ignored).value_or(""));
    }

    void read(const std::string& file, const std::string& text) {
        for (const QuotedName& quoted : quoted_names(text))
            quoted.included ? header(file, quoted.name) : data(file, quoted.name);
    }

    void header(const std::string& file, const std::string& name) {
        note_folder(file, name);
        for (const std::string& found : included_files(file, sources_.include_folders, name)) {
            if (!seen_.insert(found).second) continue;
            inputs_.headers.push_back(found);
            Diagnostics ignored;
            read(found, read_file(found, ignored).value_or(""));
        }
    }

    void note_folder(const std::string& file, const std::string& name) {
        std::error_code ec;
        for (const std::string& folder : sources_.include_folders) {
            if (fs::is_regular_file(fs::path(folder) / name, ec)) return;
        }
        for (const fs::path& folder : {fs::current_path(), fs::path(file).parent_path()}) {
            if (!fs::is_regular_file(folder / name, ec)) continue;
            const std::string found = absolute_path(folder);
            auto& known = inputs_.header_folders;
            if (std::find(known.begin(), known.end(), found) == known.end()) known.push_back(found);
            return;
        }
    }

    void data(const std::string& file, const std::string& name) {
        const fs::path place = data_file(file, name);
        if (!place.empty()) meant_[name].insert(real_name(place));
    }

    const SourceSet& sources_;
    std::set<std::string> seen_;
    std::map<std::string, std::set<fs::path>> meant_;
    BuildInputs inputs_;
};

}  // namespace

std::vector<std::string> included_files(const std::string& file,
                                        const std::vector<std::string>& folders,
                                        const std::string& name) {
    std::vector<fs::path> places = {fs::path(file).parent_path()};
    places.insert(places.end(), folders.begin(), folders.end());
    places.push_back(fs::current_path());
    std::vector<std::string> found;
    for (const fs::path& place : places) {
        std::error_code ec;
        if (fs::is_regular_file(place / name, ec)) found.push_back(real_name(place / name));
    }
    return found;
}

BuildInputs build_inputs(const SourceSet& sources) { return InputReader(sources).run(); }

std::vector<fs::path> library_sources(const SourceSet& sources, const fs::path& folder) {
    std::vector<std::string> endings = sources.library_endings;
    if (endings.empty()) endings = {".v", ".sv"};
    std::vector<fs::path> found;
    std::error_code ec;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ec)) {
        const std::string ending = entry.path().extension().string();
        if (entry.is_regular_file(ec) &&
            std::find(endings.begin(), endings.end(), ending) != endings.end())
            found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

void copy_data_files(const BuildInputs& inputs, const fs::path& folder) {
    for (const auto& [name, file] : inputs.data) {
        std::error_code ec;
        if (!is_below(name)) continue;
        fs::create_directories((folder / name).parent_path(), ec);
        fs::copy_file(file, folder / name, fs::copy_options::skip_existing, ec);
    }
}

}  // namespace tapestry
