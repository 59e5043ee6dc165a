// SPDX-License-Identifier: Apache-2.0
// Command-line arguments for the simulation: those that begin with +tapestry_. The program does not
// see them.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

inline std::vector<std::string>& simulation_words() {
    static std::vector<std::string> words = {"accelerator"};
    return words;
}

// Removes them from the command line; returns how many arguments are left for the program.
inline int take_simulation_words(int argc, char** argv) {
    int kept = 0;
    for (int i = 0; i < argc; ++i) {
        if (std::strncmp(argv[i], "+tapestry_", 10) == 0)
            simulation_words().push_back(argv[i]);
        else
            argv[kept++] = argv[i];
    }
    argv[kept] = nullptr;
    return kept;
}

template <class Context>
void pass_simulation_words(Context& context) {
    std::vector<const char*> words;
    for (const std::string& w : simulation_words()) words.push_back(w.c_str());
    context.commandArgs(static_cast<int>(words.size()), words.data());
}

// The number after an argument such as +tapestry_channels=; 0 if it is not given.
inline std::size_t simulation_number(std::string_view word) {
    for (const std::string& w : simulation_words())
        if (w.rfind(word, 0) == 0) return std::strtoul(w.c_str() + word.size(), nullptr, 10);
    return 0;
}

// If +tapestry_cycles=FILE is given, opens the file for `write`.
template <class Write>
void write_cycles_file(Write write) {
    constexpr std::string_view kWord = "+tapestry_cycles=";
    for (const std::string& word : simulation_words()) {
        if (word.rfind(kWord, 0) != 0) continue;
        std::FILE* file = std::fopen(word.c_str() + kWord.size(), "w");
        if (!file) {
            std::fprintf(stderr, "the file of +tapestry_cycles cannot be written\n");
            std::exit(3);
        }
        write(file);
        std::fclose(file);
    }
}
