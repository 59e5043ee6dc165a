// SPDX-License-Identifier: Apache-2.0
#include "software/cc/statement_extents.h"

#include <clang-c/Index.h>

#include <memory>

namespace tapestry {

namespace {

using Extents = std::map<std::size_t, StatementExtent>;

struct Dispose {
    void operator()(CXTranslationUnit unit) const { clang_disposeTranslationUnit(unit); }
    void operator()(CXIndex index) const { clang_disposeIndex(index); }
};

// The offset in the file; of a macro, the offset of its expansion.
std::size_t offset_of(CXSourceLocation location) {
    unsigned offset = 0;
    clang_getExpansionLocation(location, nullptr, nullptr, nullptr, &offset);
    return offset;
}

bool is_statement(CXCursorKind kind) {
    return clang_isStatement(kind) != 0 || clang_isExpression(kind) != 0;
}

// Statements that end with a nested statement, whose semicolon ends them too.
bool ends_with_another(CXCursorKind kind) {
    switch (kind) {
        case CXCursor_IfStmt:
        case CXCursor_ForStmt:
        case CXCursor_WhileStmt:
        case CXCursor_SwitchStmt:
        case CXCursor_CXXForRangeStmt:
        case CXCursor_LabelStmt:
        case CXCursor_CaseStmt:
        case CXCursor_DefaultStmt:
            return true;
        default:
            return false;
    }
}

CXCursor last_child(CXCursor cursor) {
    CXCursor last = clang_getNullCursor();
    clang_visitChildren(
        cursor,
        [](CXCursor child, CXCursor, CXClientData data) {
            *static_cast<CXCursor*>(data) = child;
            return CXChildVisit_Continue;
        },
        &last);
    return last;
}

bool takes_semicolon(CXCursor cursor) {
    for (int depth = 0; depth < 1000; ++depth) {
        const CXCursorKind kind = clang_getCursorKind(cursor);
        if (kind == CXCursor_CompoundStmt || kind == CXCursor_CXXTryStmt ||
            kind == CXCursor_DeclStmt || kind == CXCursor_NullStmt)
            return false;
        if (!ends_with_another(kind)) return true;
        cursor = last_child(cursor);
        if (clang_Cursor_isNull(cursor)) return true;
    }
    return true;
}

CXChildVisitResult visit(CXCursor cursor, CXCursor, CXClientData data) {
    const CXSourceRange range = clang_getCursorExtent(cursor);
    const CXSourceLocation start = clang_getRangeStart(range);
    if (clang_Location_isFromMainFile(start) == 0 &&
        clang_Location_isFromMainFile(clang_getRangeEnd(range)) == 0)
        return CXChildVisit_Continue;
    const CXCursorKind kind = clang_getCursorKind(cursor);
    if (is_statement(kind)) {
        const bool is_label =
            kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
        static_cast<Extents*>(data)->emplace(
            offset_of(start),
            StatementExtent{offset_of(clang_getRangeEnd(range)), takes_semicolon(cursor),
                            kind == CXCursor_DeclStmt, is_label});
    }
    return CXChildVisit_Recurse;
}

}  // namespace

std::optional<Extents> statement_extents(const std::string& file,
                                         const std::vector<std::string>& arguments) {
    std::vector<const char*> words;
    for (const std::string& word : arguments) words.push_back(word.c_str());
    const std::unique_ptr<void, Dispose> index(clang_createIndex(0, 0));
    CXTranslationUnit unit = nullptr;
    const CXErrorCode error = clang_parseTranslationUnit2(index.get(), file.c_str(), words.data(),
                                                          static_cast<int>(words.size()), nullptr,
                                                          0, CXTranslationUnit_KeepGoing, &unit);
    if (error != CXError_Success) return std::nullopt;
    const std::unique_ptr<CXTranslationUnitImpl, Dispose> owner(unit);
    Extents extents;
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, &extents);
    return extents;
}

}  // namespace tapestry
