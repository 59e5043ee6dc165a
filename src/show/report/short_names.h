// SPDX-License-Identifier: Apache-2.0
// Names as people say them: `u_root` for `edge_pipeline.u_norm.u_root` where no other instance ends
// like that, and files relative to the folder that all files of the run lie in. The views, and so
// JSON and the page's links, keep the whole names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// A stream called `in` or `d` would be taken for a word.
bool is_name_in_sentences(std::string_view path);

class ShortNames {
public:
    ShortNames() = default;
    // `paths` are instances, queues and channels; what encloses them is known too. `sources` are
    // file:line.
    ShortNames(const std::vector<std::string>& paths, const std::vector<std::string>& sources);

    // The sentence with every instance and file in it shortened.
    std::string in_sentence(std::string_view sentence) const;

private:
    std::string of_word(std::string_view word) const;

    std::map<std::string, std::string, std::less<>> ends_;  // by instance
    std::string folder_;  // of all absolute file names, with a slash at its end
};

}  // namespace tapestry
