// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/leave_out.h"

#include <fmt/format.h>

#include <algorithm>

#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostLeftOut = 16;

class EntitySearch {
public:
    EntitySearch(const std::vector<std::string>& entities, const RefusalWithout& refusal)
        : entities_(entities), refusal_(refusal) {}

    bool works_without_any() const { return works_without(entities_.size()); }

    // Of the entities from the innermost on, the last of the shortest prefix without which the
    // design is accepted.
    const std::string& next() const {
        std::size_t fails = 0, works = entities_.size();
        while (works - fails > 1) {
            const std::size_t middle = fails + (works - fails) / 2;
            (works_without(middle) ? works : fails) = middle;
        }
        return entities_[works - 1];
    }

    std::optional<Refusal> leave_out(const std::string& entity) {
        left_out_.insert(entity);
        return refusal_(left_out_);
    }

private:
    bool works_without(std::size_t count) const {
        std::set<std::string> all = left_out_;
        all.insert(entities_.begin(), entities_.begin() + static_cast<std::ptrdiff_t>(count));
        return !refusal_(all);
    }

    const std::vector<std::string>& entities_;
    const RefusalWithout& refusal_;
    std::set<std::string> left_out_;
};

std::vector<std::string> entities_but(const std::string& top, const Ghdl& ghdl) {
    std::vector<std::string> all;
    for (const VhdlFile& file : ghdl.files()) {
        VhdlNames names;
        add_names(file.path, ghdl.texts().at(file.path), names);
        for (const auto& entity : names.entities) {
            if (entity.first != top) all.push_back(entity.first);
        }
    }
    return all;
}

// The same design in another folder with these entities emptied. An architecture that is analysed
// again replaces the one of its name, and makes nothing obsolete.
std::optional<Ghdl> without(const Ghdl& ghdl, const std::set<std::string>& entities,
                            const std::filesystem::path& folder) {
    std::map<std::string, std::string> texts;  // by library
    for (const VhdlFile& file : ghdl.files()) {
        for (const VhdlArchitecture& a : architectures_of(ghdl.texts().at(file.path))) {
            if (!entities.contains(a.entity)) continue;
            texts[file.library] +=
                fmt::format("architecture {} of {} is\nbegin\nend;\n", a.name, a.entity);
        }
    }
    std::optional<Ghdl> other = ghdl.copy_in(folder);
    if (!other) return std::nullopt;
    for (const auto& [library, text] : texts) {
        if (!other->reads(library, text)) return std::nullopt;
    }
    return other;
}

}  // namespace

std::vector<LeftOut> refused_entities(const std::vector<std::string>& innermost_first,
                                      const Refusal& why, const RefusalWithout& refusal) {
    EntitySearch search(innermost_first, refusal);
    if (innermost_first.empty() || !search.works_without_any()) return {};
    std::vector<LeftOut> left_out;
    for (std::optional<Refusal> now = why; now;) {
        if (left_out.size() == kMostLeftOut) return {};
        left_out.push_back({search.next(), *now});
        now = search.leave_out(left_out.back().entity);
    }
    return left_out;
}

std::optional<Ghdl> without_refused(const Ghdl& ghdl, const VhdlTop& top, const Refusal& why,
                                    const std::filesystem::path& folder,
                                    std::vector<LeftOut>& left_out) {
    const std::vector<std::string> entities = entities_but(top.entity, ghdl);
    left_out = refused_entities(entities, why, [&](const std::set<std::string>& some) {
        std::optional<Ghdl> rest = without(ghdl, some, folder);
        if (!rest) return std::optional(why);
        std::optional<Refusal> refusal;
        Diagnostics ignored;
        if (!rest->synthesize(top, Ghdl::Form::verilog, refusal, ignored)) refusal = why;
        return refusal;
    });
    if (left_out.empty()) return std::nullopt;
    std::set<std::string> all;
    for (const LeftOut& left : left_out) all.insert(left.entity);
    return without(ghdl, all, folder);
}

}  // namespace tapestry
