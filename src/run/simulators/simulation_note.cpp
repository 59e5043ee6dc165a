// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/simulation_note.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 80;

std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, '?');
    return text;
}

std::string fit_for_a_file(const std::string& text) {
    std::string name;
    for (const char c : text) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ||
                           c == '=' || c == '-';
        if (plain)
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (!name.empty() && (name.back() == '-' || name.back() == '.')) name.pop_back();
    while (!name.empty() && (name.front() == '-' || name.front() == '.')) name.erase(0, 1);
    return name.substr(0, kLongestName);
}

// The file that runs, without the folder and ending; then its own arguments.
std::string name_of_words(const SimulationNote& note) {
    std::string name;
    for (const std::string& word : note.words) {
        if (word.starts_with("+tapestry_") || word.starts_with("-")) continue;
        const bool file = name.empty() || word.find('/') != std::string::npos;
        name += (name.empty() ? "" : "-") + (file ? fs::path(word).stem().string() : word);
    }
    return name;
}

std::string name_of(const SimulationNote& note) {
    const std::string wanted = !note.test.empty()     ? note.test
                               : !note.cocotb.empty() ? note.cocotb
                                                      : name_of_words(note);
    const std::string name = fit_for_a_file(wanted);
    return name.empty() ? "test" : name;
}

std::string variable(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const char* value = std::getenv(name); value && *value) return value;
    return {};
}

}  // namespace

SimulationNote note_from_text(const std::string& text) {
    SimulationNote note;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t blank = std::min(line.find(' '), line.size());
        const std::string key = line.substr(0, blank);
        const std::string value = line.substr(std::min(blank + 1, line.size()));
        if (key == "build") note.build = value;
        if (key == "test") note.test = value;
        if (key == "cocotb") note.cocotb = value;
        if (key == "folder") note.folder = value;
        if (key == "word") note.words.push_back(value);
    }
    return note;
}

std::string to_text(const SimulationNote& note) {
    std::string text = "build " + one_line(note.build) + "\ntest " + one_line(note.test) +
                       "\ncocotb " + one_line(note.cocotb) + "\nfolder " + one_line(note.folder) +
                       "\n";
    for (const std::string& word : note.words) text += "word " + one_line(word) + "\n";
    return text;
}

SimulationNote note_of_this_process(const std::string& build, std::vector<std::string> words) {
    SimulationNote note{build, variable({"TAPESTRY_TEST"}),
                        variable({"COCOTB_TEST_MODULES", "MODULE"}), "", std::move(words)};
    const std::string one = variable({"COCOTB_TESTCASE", "TESTCASE"});
    if (!note.cocotb.empty() && !one.empty()) note.cocotb += "." + one;
    std::error_code ec;
    note.folder = fs::current_path(ec).string();
    return note;
}

std::vector<std::string> test_names(const std::vector<SimulationNote>& notes) {
    std::vector<std::string> names;
    std::map<std::string, int> count;
    for (const SimulationNote& note : notes) ++count[names.emplace_back(name_of(note))];
    // The same command in several folders: the folder tells them apart, if it does.
    for (std::size_t i = 0; i < notes.size(); ++i) {
        if (count[names[i]] == 1) continue;
        const std::string folder = fit_for_a_file(fs::path(notes[i].folder).filename().string());
        if (!folder.empty()) names[i] = folder + "-" + names[i];
    }
    std::set<std::string> used;
    for (std::string& name : names) {
        const std::string wanted = name;
        for (int i = 2; !used.insert(name).second; ++i) name = wanted + "-" + std::to_string(i);
    }
    return names;
}

}  // namespace tapestry
