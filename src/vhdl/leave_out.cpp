// SPDX-License-Identifier: Apache-2.0
#include "vhdl/leave_out.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::size_t kMostLeftOut = 16;

class Search {
public:
    Search(const std::vector<std::string>& entities, const RefusalWithout& refusal)
        : entities_(entities), refusal_(refusal) {}

    bool works_without_any() const { return works_without(entities_.size()); }

    // The last of the fewest entities from the innermost on without which it works.
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

}  // namespace

std::vector<LeftOut> refused_entities(const std::vector<std::string>& innermost_first,
                                      const Refusal& why, const RefusalWithout& refusal) {
    Search search(innermost_first, refusal);
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
    std::vector<std::string> entities = ghdl.entities();
    std::erase(entities, top.entity);
    left_out = refused_entities(entities, why, [&](const std::set<std::string>& without) {
        Result<Ghdl> rest = ghdl.without(without, folder);
        if (!rest) return std::optional(why);
        std::optional<Refusal> refusal;
        Diagnostics ignored;
        if (!rest->synthesize(top, Ghdl::Form::verilog, refusal, ignored) && !refusal)
            refusal = why;
        return refusal;
    });
    if (left_out.empty()) return std::nullopt;
    std::set<std::string> without;
    for (const LeftOut& left : left_out) without.insert(left.entity);
    Result<Ghdl> rest = ghdl.without(without, folder);
    return rest ? std::optional<Ghdl>(std::move(*rest)) : std::nullopt;
}

}  // namespace tapestry
