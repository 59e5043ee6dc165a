// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/printed.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <vector>

namespace tapestry {

namespace {

constexpr double kSlack = 2;  // of a number, beside the factor
constexpr std::size_t kMostShown = 60;

// What a simulator says of itself, with the time that it took.
bool is_of_simulator(const std::string& line) {
    return line.starts_with("- ") && (line.find("Verilator") != std::string::npos ||
                                      line.find("S i m u l a t i o n") != std::string::npos);
}

bool is_wordy(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Numbers stand alone in the list; what is joined to a letter, such as 8'hff or u1, is a word.
std::vector<std::string> tokens_of(const std::string& line) {
    std::vector<std::string> tokens;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at + 1;
        if (is_wordy(line[at]) || is_digit(line[at])) {
            while (end < line.size() &&
                   (is_wordy(line[end]) || is_digit(line[end]) || line[end] == '.'))
                ++end;
        }
        if (std::isspace(static_cast<unsigned char>(line[at])) == 0)
            tokens.push_back(line.substr(at, end - at));
        at = end;
    }
    return tokens;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (!is_of_simulator(line)) lines.push_back(std::move(line));
    return lines;
}

bool is_number(const std::string& token) {
    return is_digit(token[0]) && std::none_of(token.begin(), token.end(), is_wordy);
}

bool may_be_time(const std::string& plain, const std::string& trial, double factor) {
    if (!is_number(plain) || !is_number(trial)) return false;
    const double was = std::strtod(plain.c_str(), nullptr);
    const double is = std::strtod(trial.c_str(), nullptr);
    return is >= was / factor - kSlack && is <= was * factor + kSlack;
}

bool is_alike(const std::string& plain, const std::string& trial, double factor) {
    if (plain == trial) return true;
    const std::vector<std::string> was = tokens_of(plain);
    const std::vector<std::string> is = tokens_of(trial);
    return was.size() == is.size() && std::equal(was.begin(), was.end(), is.begin(),
                                                 [&](const std::string& a, const std::string& b) {
                                                     return a == b || may_be_time(a, b, factor);
                                                 });
}

std::string shown(const std::string& line) {
    return line.size() <= kMostShown ? line : line.substr(0, kMostShown) + "...";
}

}  // namespace

std::string printed_difference(const std::string& plain, const std::string& trial, double factor) {
    const std::vector<std::string> was = lines_of(plain);
    const std::vector<std::string> is = lines_of(trial);
    for (std::size_t i = 0; i < std::max(was.size(), is.size()); ++i) {
        if (i >= is.size()) return fmt::format("the testbench did not print '{}'", shown(was[i]));
        if (i >= was.size()) return fmt::format("the testbench also printed '{}'", shown(is[i]));
        if (!is_alike(was[i], is[i], factor))
            return fmt::format("the testbench printed '{}' instead of '{}'", shown(is[i]),
                               shown(was[i]));
    }
    return {};
}

}  // namespace tapestry
