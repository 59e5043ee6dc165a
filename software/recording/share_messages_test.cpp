// SPDX-License-Identifier: Apache-2.0
#include "software/recording/share_messages.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "software/library/recording_layout.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

fs::path file_for_test() {
    return fs::path(testing::TempDir()) /
           testing::UnitTest::GetInstance()->current_test_info()->name();
}

std::shared_ptr<const MappedFile> mapped(const fs::path& path) {
    Diagnostics diagnostics;
    return *MappedFile::open(path, diagnostics);
}

RankMessage message(int role, int rank, int peer, std::uint64_t start, std::uint64_t end) {
    RankMessage m;
    m.message.role = role;
    m.message.start = start;
    m.message.end = end;
    m.message.peer = peer;
    m.message.bytes = 640;
    m.rank = m.place = rank;
    return m;
}

// The second file numbers the same calls otherwise.
TEST(ShareMessages, WhatTwoProcessesWroteIsJoined) {
    Diagnostics diagnostics;
    MessageJoiner joiner;
    for (const int rank : {0, 1}) {
        MessageFile file(file_for_test());
        RankMessage m = rank == 0 ? message(TAPESTRY_SENDS, 0, 1, 100, 110)
                                  : message(TAPESTRY_RECEIVES, 1, 0, 40, 120);
        m.call = file.calls().number_of(rank == 0 ? MessageCall{"MPI_Send", "a.c:9"}
                                                  : MessageCall{"MPI_Recv", ""});
        file.add(m);
        ASSERT_TRUE(file.finish(diagnostics));
        ASSERT_TRUE(add_messages(*mapped(file_for_test()), joiner));
    }
    const JoinedMessages joined = joiner.join(diagnostics);
    EXPECT_EQ(joined.messages.all(), (std::vector<RunMessage>{{0, 1, "MPI_Send", "MPI_Recv", 0,
                                                               "world", 640, 100, 110, 40, 120}}));
    ASSERT_EQ(joined.waits.size(), 1u);
    EXPECT_EQ(joined.waits[0], (HostWait{1, "late_sender", 0, "MPI_Recv", 1, 60, ""}));

    ASSERT_TRUE(write_waits(joined.calls, file_for_test(), diagnostics));
    ThreadWaits waits;
    ASSERT_TRUE(add_waits(*mapped(file_for_test()), waits));
    std::vector<std::uint64_t> ends;
    waits.each_of(1, [&](const CallWait& w) { ends.push_back(w.end); });
    EXPECT_EQ(ends, std::vector<std::uint64_t>{100});
}

TEST(ShareMessages, AnyPartOfAFileIsRefused) {
    Diagnostics diagnostics;
    MessageFile file(file_for_test());
    RankMessage m = message(TAPESTRY_SENDS, 0, 1, 100, 110);
    m.call = file.calls().number_of({"MPI_Send", "a.c:9"});
    file.add(m);
    ASSERT_TRUE(file.finish(diagnostics));
    const std::string bytes(mapped(file_for_test())->bytes());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        const fs::path part = file_for_test() += ".part";
        std::ofstream(part, std::ios::binary) << bytes.substr(0, length);
        MessageJoiner joiner;
        EXPECT_FALSE(add_messages(*mapped(part), joiner)) << length;
    }
}

}  // namespace
}  // namespace tapestry
