// SPDX-License-Identifier: Apache-2.0
// A board at the end of a terminal, whose clock runs at a rate and began at a moment that only it
// knows:
//
//   terminal_board TAPS.JSON HZ
//
// Prints TERMINAL and the terminal's name; when its input ends, TRUTH ns_of_edge_0 hz
// (CLOCK_MONOTONIC), and for each cut CUT edge and what each tap has counted by then.
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "run/board/board_model.h"

namespace {

using Clock = std::chrono::steady_clock;
using tapestry::BoardModel;

int open_terminal() {
    const int host = posix_openpt(O_RDWR | O_NOCTTY);
    if (host < 0 || grantpt(host) != 0 || unlockpt(host) != 0) std::exit(1);
    const int device = open(ptsname(host), O_RDWR | O_NOCTTY);  // stays open: it must not hang up
    struct termios raw {};
    tcgetattr(device, &raw);
    cfmakeraw(&raw);
    tcsetattr(device, TCSANOW, &raw);
    std::printf("TERMINAL %s\n", ptsname(host));
    std::fflush(stdout);
    return host;
}

class Board {
public:
    Board(BoardModel& model, double hz) : model_(model), hz_(hz) {}

    // Obeys, and answers when the clock has come to where the cut was made.
    void serve(int terminal, const unsigned char* bytes, std::size_t count) {
        catch_up();
        model_.send({bytes, count});
        const auto answer = model_.receive(std::chrono::milliseconds(0));
        std::this_thread::sleep_until(
            start_ + std::chrono::nanoseconds(
                         std::llround(1e9 * static_cast<double>(model_.edges()) / hz_)));
        for (std::size_t sent = 0; answer && sent < answer->size();) {
            const ssize_t more = write(terminal, answer->data() + sent, answer->size() - sent);
            if (more <= 0) std::exit(1);
            sent += static_cast<std::size_t>(more);
        }
    }

    void tell() const {
        std::printf(
            "TRUTH %lld %.3f\n",
            static_cast<long long>(std::chrono::nanoseconds(start_.time_since_epoch()).count()),
            hz_);
        for (const auto& [edge, counts] : model_.truth()) {
            std::printf("CUT %llu", static_cast<unsigned long long>(edge));
            for (const std::uint64_t count : counts)
                std::printf(" %llu", static_cast<unsigned long long>(count));
            std::printf("\n");
        }
    }

private:
    void catch_up() {
        const double now = std::chrono::duration<double>(Clock::now() - start_).count() * hz_;
        if (now > static_cast<double>(model_.edges()))
            model_.run(static_cast<std::uint64_t>(now) - model_.edges());
    }

    BoardModel& model_;
    double hz_;
    Clock::time_point start_ = Clock::now() - std::chrono::milliseconds(3);
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    BoardModel model(3, 32, 7);
    std::ofstream(argv[1]) << to_json(model.map());
    const int terminal = open_terminal();
    Board board(model, std::atof(argv[2]));
    pollfd waiting[] = {{terminal, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    unsigned char bytes[256];
    while (poll(waiting, 2, -1) > 0 && waiting[1].revents == 0) {
        const ssize_t got = read(terminal, bytes, sizeof bytes);
        if (got > 0) board.serve(terminal, bytes, static_cast<std::size_t>(got));
    }
    board.tell();
    return 0;
}
