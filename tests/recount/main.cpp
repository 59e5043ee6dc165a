// SPDX-License-Identifier: Apache-2.0
// recount: the independent counter of the test suite.
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "name.h"
#include "recount.h"
#include "views.h"

namespace {

constexpr const char* kUsage =
    "Counts again, from a VCD of the bare design, what the taps of a map should have counted.\n"
    "\n"
    "  recount --vcd bare.vcd --taps taps.json --prefix tb.u_dut [-o out.reading]\n"
    "          [--end-time T] [--no-end] [--field u_a.r.state=5:4]... [--truth truth.json]\n"
    "  recount --views views.json --reading a.reading --taps taps.json --prefix tb.u_dut\n"
    "  recount --compare a.reading b.reading [--prefix-a P] [--prefix-b P] [--taps taps.json]\n"
    "\n"
    "Exit status: 0 fine, 1 something differs, 2 bad input.\n";

struct Arguments {
    std::string vcd, taps, output, prefix_a, prefix_b, truth, views, reading;
    std::vector<std::string> compare;
    recount::RecountOptions options;
};

Arguments parse_arguments(const std::vector<std::string>& words) {
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const auto value = [&] {
            if (i + 1 >= words.size()) throw std::runtime_error(word + " needs a value");
            return words[++i];
        };
        if (word == "--vcd") {
            arguments.vcd = value();
        } else if (word == "--taps") {
            arguments.taps = value();
        } else if (word == "--prefix") {
            arguments.options.prefix = value();
        } else if (word == "-o") {
            arguments.output = value();
        } else if (word == "--end-time") {
            arguments.options.end_time = std::stoull(value());
        } else if (word == "--no-end") {
            arguments.options.has_end = false;
        } else if (word == "--field") {
            arguments.options.fields.push_back(value());
        } else if (word == "--lower-case") {
            arguments.options.lower_case = true;
        } else if (word == "--truth") {
            arguments.truth = value();
        } else if (word == "--views") {
            arguments.views = value();
        } else if (word == "--reading") {
            arguments.reading = value();
        } else if (word == "--prefix-a") {
            arguments.prefix_a = value();
        } else if (word == "--prefix-b") {
            arguments.prefix_b = value();
        } else if (word == "--compare") {
            arguments.compare = {value(), value()};
        } else {
            throw std::runtime_error("unknown argument " + word + "\n" + kUsage);
        }
    }
    return arguments;
}

std::ifstream open(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    return file;
}

std::map<std::string, recount::Record> load(const std::string& path, const std::string& prefix) {
    auto file = open(path);
    std::map<std::string, recount::Record> records;
    try {
        for (auto& [name, record] : recount::read_last_records(file)) {
            records[recount::replace_prefix(name, prefix, "")] = record;
        }
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(path + ", " + error.what());
    }
    return records;
}

std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << open(path).rdbuf();
    return text.str();
}

int compare(const Arguments& arguments) {
    auto a = load(arguments.compare[0], arguments.prefix_a);
    auto b = load(arguments.compare[1], arguments.prefix_b);
    if (!arguments.taps.empty()) {
        for (const std::string& name : recount::ignored_taps(text_of(arguments.taps))) {
            a.erase(name);
            b.erase(name);
        }
    }
    const auto lines = recount::differences(a, b);
    for (const auto& line : lines) std::cout << line << '\n';
    return lines.empty() ? 0 : 1;
}

int check_views(const Arguments& arguments) {
    const auto records = load(arguments.reading, arguments.options.prefix);
    const auto lines =
        recount::view_differences(records, text_of(arguments.taps), text_of(arguments.views));
    for (const auto& line : lines) std::cout << line << '\n';
    return lines.empty() ? 0 : 1;
}

int count(const Arguments& arguments) {
    if (arguments.vcd.empty() || arguments.taps.empty() || arguments.options.prefix.empty()) {
        throw std::runtime_error(std::string("--vcd, --taps and --prefix are needed\n") + kUsage);
    }
    auto vcd = open(arguments.vcd);
    recount::RecountOptions options = arguments.options;
    if (!arguments.truth.empty()) options.truth = text_of(arguments.truth);
    // Everything is counted before the output is opened, so that nothing half-written is left.
    std::ostringstream text;
    for (const auto& record : recount::recount(vcd, text_of(arguments.taps), options)) {
        recount::write_record(text, record);
    }
    if (arguments.output.empty()) {
        std::cout << text.str();
        return 0;
    }
    std::ofstream file(arguments.output);
    file << text.str();
    file.close();
    if (!file) throw std::runtime_error("cannot write " + arguments.output);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty() || words[0] == "--help") {
        std::cout << kUsage;
        return words.empty() ? 2 : 0;
    }
    try {
        const Arguments arguments = parse_arguments(words);
        if (!arguments.views.empty()) return check_views(arguments);
        return arguments.compare.empty() ? count(arguments) : compare(arguments);
    } catch (const std::exception& error) {
        std::cerr << "recount: " << error.what() << '\n';
        return 2;
    }
}
