// SPDX-License-Identifier: Apache-2.0
#include "show/serve/prediction_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tapestry {

namespace {

constexpr std::size_t kLongestQuery = 16 << 10;
constexpr rlim_t kMostSeconds = 60;  // of processor time, in case nobody cancels the query

// Ancillary data of a query: the socket for its answer, passed by SCM_RIGHTS.
union FileNote {
    cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
};

msghdr message_of(iovec& text, FileNote& note) {
    msghdr message{};
    message.msg_iov = &text;
    message.msg_iovlen = 1;
    message.msg_control = note.bytes;
    message.msg_controllen = sizeof note.bytes;
    return message;
}

bool send_question(int to, const std::string& query, int answer) {
    iovec text{const_cast<char*>(query.data()), query.size()};
    FileNote note{};
    msghdr message = message_of(text, note);
    cmsghdr* const head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof answer);
    std::memcpy(CMSG_DATA(head), &answer, sizeof answer);
    return sendmsg(to, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0;
}

// The socket for the answer; -1 when there are no more queries.
int next_question(int from, std::string& query) {
    query.resize(kLongestQuery);
    iovec text{query.data(), query.size()};
    FileNote note{};
    msghdr message = message_of(text, note);
    const ssize_t size = recvmsg(from, &message, MSG_CMSG_CLOEXEC);
    const cmsghdr* const head = CMSG_FIRSTHDR(&message);
    if (size < 0 || !head || head->cmsg_type != SCM_RIGHTS) return -1;
    query.resize(static_cast<std::size_t>(size));
    int answer = -1;
    std::memcpy(&answer, CMSG_DATA(head), sizeof answer);
    return answer;
}

bool is_closed(int socket) {
    pollfd file{socket, POLLRDHUP, 0};
    return poll(&file, 1, 0) != 0;
}

void go_with_parent() { prctl(PR_SET_PDEATHSIG, SIGKILL); }

// While the answer is computed, SIGIO kills the process as soon as the other end is closed.
[[noreturn]] void give_answer(int socket, const WhatIfAnswers& predictor,
                              const std::string& query) {
    go_with_parent();
    const rlimit limit{kMostSeconds, kMostSeconds};
    setrlimit(RLIMIT_CPU, &limit);
    signal(SIGIO, SIG_DFL);
    fcntl(socket, F_SETOWN, getpid());
    fcntl(socket, F_SETFL, O_ASYNC);
    if (is_closed(socket)) _exit(0);
    const ServedData data = predictor.answer(query);
    fcntl(socket, F_SETFL, 0);
    const std::string text = (data.good ? "1" : "0") + (data.text ? *data.text : "");
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t n = send(socket, text.data() + at, text.size() - at, MSG_NOSIGNAL);
        if (n <= 0) _exit(1);
        at += static_cast<std::size_t>(n);
    }
    _exit(0);
}

}  // namespace

// Closes all inherited files: a client's connection must not stay open because this process still
// holds a copy of its socket.
void PredictionProcess::serve() const {
    go_with_parent();
    signal(SIGCHLD, SIG_IGN);
    dup2(socket_, STDIN_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    std::string query;
    for (int answer; (answer = next_question(STDIN_FILENO, query)) >= 0; close(answer)) {
        if (is_closed(answer)) continue;
        if (predictor_.prepare) predictor_.prepare(query);
        if (fork() == 0) give_answer(answer, predictor_, query);
    }
    _exit(0);
}

bool PredictionProcess::begin() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
    process_ = fork();
    socket_ = process_ == 0 ? ends[1] : ends[0];
    if (process_ == 0) serve();
    close(ends[1]);
    return process_ > 0;
}

PredictionProcess::~PredictionProcess() {
    if (socket_ >= 0) close(socket_);
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
}

int PredictionProcess::ask(const std::string& query) {
    int ends[2];
    if (query.size() > kLongestQuery ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return -1;
    bool sent = socket_ >= 0 && send_question(socket_, query, ends[1]);
    if (!sent && (socket_ < 0 || errno != EAGAIN)) {  // not started yet, or it has died
        if (socket_ >= 0) close(socket_);
        if (process_ > 0) waitpid(process_, nullptr, 0);
        sent = begin() && send_question(socket_, query, ends[1]);
    }
    close(ends[1]);
    if (sent) fcntl(ends[0], F_SETFL, O_NONBLOCK);
    if (sent) return ends[0];
    close(ends[0]);
    return -1;
}

}  // namespace tapestry
