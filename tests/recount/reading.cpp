// SPDX-License-Identifier: Apache-2.0
#include "reading.h"

#include <charconv>
#include <set>
#include <sstream>
#include <stdexcept>

namespace recount {

namespace {

std::uint64_t checksum(const std::vector<Word>& words) {
    std::uint64_t sum = 0;
    for (const auto& [word, numbers] : words) {
        for (const std::uint64_t number : numbers) sum = sum * 31 + number;
    }
    return sum;
}

bool parse_number(const std::string& text, std::uint64_t& number) {
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

Record parse_record(const std::string& line) {
    std::istringstream input(line);
    Record record;
    std::string token;
    input >> record.kind >> record.path;
    // An escaped name holds a blank, so the path reaches to the first word.
    while (input >> token && token != "edges") record.path += " " + token;
    if (token != "edges") throw std::runtime_error("no edges");
    record.words.push_back({token, {}});
    while (input >> token) {
        std::uint64_t number = 0;
        if (parse_number(token, number)) {
            record.words.back().second.push_back(number);
        } else {
            record.words.push_back({token, {}});
        }
    }
    if (record.words.back().first != "sum" || record.words.back().second.size() != 1) {
        throw std::runtime_error("no checksum");
    }
    const std::uint64_t stated = record.words.back().second[0];
    record.words.pop_back();
    record.checksum_is_right = stated == checksum(record.words);
    return record;
}

// How many of a row's numbers say which row it is.
std::size_t index_count(const std::string& word) {
    if (word == "transition") return 2;
    if (word == "state" || word.ends_with("histogram") || word.ends_with("record")) return 1;
    return 0;
}

// "state 3" -> its numbers. The four numbers of a state get names, so that a line of the output
// says which of them differs.
std::map<std::string, std::uint64_t> flatten(const Record& record) {
    static const char* const kStateNumbers[] = {" cycles", " entries", " min_dwell", " max_dwell"};
    std::map<std::string, std::uint64_t> flat;
    for (const auto& [word, numbers] : record.words) {
        std::string key = word;
        const std::size_t indices = std::min(index_count(word), numbers.size());
        for (std::size_t i = 0; i < indices; ++i) key += " " + std::to_string(numbers[i]);
        for (std::size_t i = indices; i < numbers.size(); ++i) {
            std::string name = key;
            if (word == "state" && i - indices < 4) {
                name += kStateNumbers[i - indices];
            } else if (i > indices) {
                name += " #" + std::to_string(i - indices);
            }
            flat[name] = numbers[i];
        }
    }
    return flat;
}

std::string shown(const std::map<std::string, std::uint64_t>& flat, const std::string& key) {
    const auto entry = flat.find(key);
    return entry == flat.end() ? "-" : std::to_string(entry->second);
}

void compare_records(const std::string& path, const Record& a, const Record& b,
                     std::vector<std::string>& lines) {
    const auto add = [&](const std::string& word, const std::string& in_a,
                         const std::string& in_b) {
        lines.push_back(path + ", " + word + ", " + in_a + ", " + in_b);
    };
    if (a.kind != b.kind) add("kind", a.kind, b.kind);
    if (!a.checksum_is_right || !b.checksum_is_right) {
        add("checksum", a.checksum_is_right ? "right" : "wrong",
            b.checksum_is_right ? "right" : "wrong");
    }
    const auto flat_a = flatten(a);
    const auto flat_b = flatten(b);
    std::set<std::string> keys;
    for (const auto& [key, number] : flat_a) keys.insert(key);
    for (const auto& [key, number] : flat_b) keys.insert(key);
    for (const auto& key : keys) {
        const std::string in_a = shown(flat_a, key);
        const std::string in_b = shown(flat_b, key);
        if (in_a != in_b) add(key, in_a, in_b);
    }
}

}  // namespace

void write_record(std::ostream& output, const Record& record) {
    output << record.kind << ' ' << record.path;
    for (const auto& [word, numbers] : record.words) {
        output << ' ' << word;
        for (const std::uint64_t number : numbers) output << ' ' << number;
    }
    output << " sum " << checksum(record.words) << '\n';
}

std::map<std::string, Record> read_last_records(std::istream& input) {
    std::map<std::string, Record> last;
    std::string line;
    for (int number = 1; std::getline(input, line); ++number) {
        if (line.empty() || line.starts_with("clock ")) continue;
        try {
            Record record = parse_record(line);
            // A trace tells each of its records once.
            for (const Word& word : last[record.path].words)
                if (word.first.ends_with("record")) record.words.push_back(word);
            last[record.path] = std::move(record);
        } catch (const std::runtime_error& error) {
            throw std::runtime_error("line " + std::to_string(number) + ": " + error.what());
        }
    }
    return last;
}

std::vector<std::string> differences(const std::map<std::string, Record>& a,
                                     const std::map<std::string, Record>& b) {
    std::vector<std::string> lines;
    std::set<std::string> paths;
    for (const auto& [path, record] : a) paths.insert(path);
    for (const auto& [path, record] : b) paths.insert(path);
    for (const auto& path : paths) {
        const auto in_a = a.find(path);
        const auto in_b = b.find(path);
        if (in_a == a.end() || in_b == b.end()) {
            lines.push_back(path + ", record, " + (in_a == a.end() ? "-" : "there") + ", " +
                            (in_b == b.end() ? "-" : "there"));
        } else {
            compare_records(path, in_a->second, in_b->second, lines);
        }
    }
    return lines;
}

}  // namespace recount
