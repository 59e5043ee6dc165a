// SPDX-License-Identifier: Apache-2.0
// Positions with a type, and the tables they belong to. An id is the position of a row in one kind
// of table, so that the compiler refuses to look up a module by the number of a variable.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace tapestry {

// Stands for no row, in an id of any kind and in a plain number.
struct NoId {
    constexpr operator std::int32_t() const { return -1; }
};
inline constexpr NoId kNone;

template <typename Tag>
class Id {
public:
    constexpr Id() = default;  // of no row
    constexpr Id(NoId) {}
    template <std::integral Number>
    constexpr explicit Id(Number number) : number_(static_cast<std::int32_t>(number)) {}

    // For no row -1, in files too.
    constexpr std::int32_t number() const { return number_; }
    constexpr std::size_t index() const { return static_cast<std::size_t>(number_); }
    template <std::integral Number>
    constexpr explicit operator Number() const {
        return static_cast<Number>(number_);
    }

    constexpr Id& operator++() {
        ++number_;
        return *this;
    }
    friend constexpr auto operator<=>(Id, Id) = default;

private:
    std::int32_t number_ = kNone;
};

// The ids of the first `size` rows, in order.
template <typename RowId>
class Ids {
public:
    class Iterator {
    public:
        explicit Iterator(RowId id) : id_(id) {}
        RowId operator*() const { return id_; }
        Iterator& operator++() {
            ++id_;
            return *this;
        }
        bool operator==(const Iterator&) const = default;

    private:
        RowId id_;
    };

    explicit Ids(std::size_t size) : end_(size) {}
    Iterator begin() const { return Iterator(RowId(0)); }
    Iterator end() const { return Iterator(end_); }

private:
    RowId end_;
};

// A vector whose rows are found by ids of one kind. Loops that only count rows may use plain
// numbers.
template <typename RowId, typename Row>
class IdTable : public std::vector<Row> {
    using Rows = std::vector<Row>;

public:
    using Rows::Rows;
    IdTable() = default;
    IdTable(Rows rows) : Rows(std::move(rows)) {}
    using Rows::operator[];
    using Rows::at;
    typename Rows::reference operator[](RowId id) { return Rows::operator[](id.index()); }
    typename Rows::const_reference operator[](RowId id) const {
        return Rows::operator[](id.index());
    }
    typename Rows::reference at(RowId id) { return Rows::at(id.index()); }
    typename Rows::const_reference at(RowId id) const { return Rows::at(id.index()); }

    bool has(RowId id) const { return id.index() < Rows::size(); }
    Ids<RowId> ids() const { return Ids<RowId>(Rows::size()); }
    RowId last_id() const { return RowId(Rows::size() - 1); }
    RowId add(Row row) {
        Rows::push_back(std::move(row));
        return last_id();
    }
};

}  // namespace tapestry

template <typename Tag>
struct std::hash<tapestry::Id<Tag>> {
    std::size_t operator()(tapestry::Id<Tag> id) const { return id.index(); }
};
