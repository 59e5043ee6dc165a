// SPDX-License-Identifier: Apache-2.0
#include "run/board/transport.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/codes/links.h"
#include "base/file.h"
#include "run/board/buffer_dump.h"
#include "run/board/inband.h"
#include "run/board/jtag.h"
#include "run/board/registers.h"

namespace tapestry {

namespace {

using std::chrono::milliseconds;

class FileHandle {
public:
    explicit FileHandle(int fd) : fd_(fd) {}
    FileHandle(FileHandle&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    FileHandle(const FileHandle&) = delete;
    FileHandle& operator=(const FileHandle&) = delete;
    FileHandle& operator=(FileHandle&&) = delete;
    ~FileHandle() {
        if (fd_ > STDIN_FILENO) close(fd_);
    }
    int get() const { return fd_; }

private:
    int fd_;
};

// A file, pipe, terminal or character device that gives bytes in order.
class StreamTransport : public Transport {
public:
    StreamTransport(FileHandle file, bool hears) : file_(std::move(file)), hears_(hears) {}

    std::optional<Bytes> receive(milliseconds patience) override {
        pollfd wait{file_.get(), POLLIN, 0};
        const int ready = poll(&wait, 1, static_cast<int>(patience.count()));
        if (ready == 0 || (ready < 0 && errno == EINTR)) return Bytes();
        std::array<std::uint8_t, 4096> buffer;
        const ssize_t got = read(file_.get(), buffer.data(), buffer.size());
        if (got > 0) return Bytes(buffer.begin(), buffer.begin() + got);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) return Bytes();
        return std::nullopt;  // its end, or the cable was pulled
    }

    bool send(std::span<const std::uint8_t> bytes) override {
        while (!bytes.empty()) {
            pollfd wait{file_.get(), POLLOUT, 0};
            if (poll(&wait, 1, kSendPatience) <= 0) return false;
            const ssize_t sent = write(file_.get(), bytes.data(), bytes.size());
            if (sent < 0 && errno != EAGAIN && errno != EINTR) return false;
            if (sent > 0) bytes = bytes.subspan(static_cast<std::size_t>(sent));
        }
        return true;
    }

    bool hears() const override { return hears_; }

private:
    static constexpr int kSendPatience = 2000;  // milliseconds
    FileHandle file_;
    bool hears_;
};

// Bytes that are all available from the start.
class StoredTransport : public Transport {
public:
    explicit StoredTransport(Bytes bytes) : bytes_(std::move(bytes)) {}

    std::optional<Bytes> receive(milliseconds) override {
        if (taken_) return std::nullopt;
        taken_ = true;
        return std::move(bytes_);
    }
    bool send(std::span<const std::uint8_t>) override { return false; }
    bool hears() const override { return false; }

private:
    Bytes bytes_;
    bool taken_ = false;
};

class MappedRegisters : public Registers {
public:
    MappedRegisters(FileHandle file, void* page, std::size_t size, std::size_t offset)
        : file_(std::move(file)), page_(page), size_(size), offset_(offset) {}
    MappedRegisters(const MappedRegisters&) = delete;
    MappedRegisters& operator=(const MappedRegisters&) = delete;
    ~MappedRegisters() override { munmap(page_, size_); }

    std::optional<std::uint32_t> get(std::uint64_t offset) override { return *at(offset); }
    bool put(std::uint64_t offset, std::uint32_t value) override {
        *at(offset) = value;
        return true;
    }

private:
    volatile std::uint32_t* at(std::uint64_t offset) {
        return reinterpret_cast<volatile std::uint32_t*>(static_cast<std::uint8_t*>(page_) +
                                                         offset_ + offset);
    }
    FileHandle file_;
    void* page_;
    std::size_t size_;
    std::size_t offset_;
};

class DeviceRegisters : public Registers {
public:
    DeviceRegisters(FileHandle file, std::uint64_t offset)
        : file_(std::move(file)), offset_(offset) {}

    std::optional<std::uint32_t> get(std::uint64_t offset) override {
        std::uint32_t value = 0;
        const ssize_t got =
            pread(file_.get(), &value, sizeof value, static_cast<off_t>(offset_ + offset));
        if (got != sizeof value) return std::nullopt;
        return value;
    }
    bool put(std::uint64_t offset, std::uint32_t value) override {
        return pwrite(file_.get(), &value, sizeof value, static_cast<off_t>(offset_ + offset)) ==
               sizeof value;
    }

private:
    FileHandle file_;
    std::uint64_t offset_;
};

Reported refuse(const std::string& device, const std::string& why, Diagnostics& diagnostics) {
    return diagnostics.report(code::device_unusable, {}, device, why);
}

speed_t speed_of(std::uint32_t baud) {
    switch (baud) {
        case 9600:
            return B9600;
        case 19200:
            return B19200;
        case 38400:
            return B38400;
        case 57600:
            return B57600;
        case 115200:
            return B115200;
        case 230400:
            return B230400;
        case 460800:
            return B460800;
        case 921600:
            return B921600;
        case 1000000:
            return B1000000;
        case 2000000:
            return B2000000;
        case 3000000:
            return B3000000;
        default:
            return B0;
    }
}

// Raw, 8N1, no flow control.
Result<Done> set_up_terminal(int fd, const TransportOptions& options, Diagnostics& diagnostics) {
    const speed_t speed = speed_of(options.baud);
    if (speed == B0) return refuse(options.device, "no such baud rate", diagnostics);
    termios settings{};
    if (tcgetattr(fd, &settings) != 0)
        return refuse(options.device, std::strerror(errno), diagnostics);
    cfmakeraw(&settings);
    settings.c_cflag |= CLOCAL | CREAD;
    settings.c_cflag &= ~static_cast<tcflag_t>(CSTOPB | CRTSCTS);
    cfsetispeed(&settings, speed);
    cfsetospeed(&settings, speed);
    if (tcsetattr(fd, TCSANOW, &settings) != 0)
        return refuse(options.device, std::strerror(errno), diagnostics);
    tcflush(fd, TCIFLUSH);
    return Done{};
}

Result<std::unique_ptr<Transport>> open_registers(FileHandle file, const TransportOptions& options,
                                                  Diagnostics& diagnostics) {
    // A device that can be mapped is; XDMA's character device cannot and is read at offsets.
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const std::uint64_t start = options.offset / page * page;
    const std::uint64_t inside = options.offset - start;
    if (options.offset % 4 != 0) {
        return refuse(options.device, "the offset is no multiple of 4", diagnostics);
    }
    void* mapped = mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(),
                        static_cast<off_t>(start));
    std::unique_ptr<Registers> registers;
    if (mapped != MAP_FAILED)
        registers = std::make_unique<MappedRegisters>(std::move(file), mapped, page, inside);
    else
        registers = std::make_unique<DeviceRegisters>(std::move(file), options.offset);
    return std::make_unique<RegisterTransport>(std::move(registers));
}

// Everything up to the end of a file, unless `errno` says why not. A device or a pipe may have
// none.
std::optional<Bytes> all_of(int fd) {
    constexpr std::size_t kMost = std::size_t{1} << 30;
    Bytes bytes;
    std::array<std::uint8_t, 65536> buffer;
    for (;;) {
        const ssize_t got = read(fd, buffer.data(), buffer.size());
        if (got == 0) return bytes;
        if (got < 0 && errno == EINTR) continue;
        if (bytes.size() > kMost) errno = EFBIG;
        if (got < 0 || bytes.size() > kMost) return std::nullopt;
        bytes.insert(bytes.end(), buffer.begin(), buffer.begin() + got);
    }
}

Result<std::unique_ptr<Transport>> open_stored(FileHandle file, const TransportOptions& options,
                                               Diagnostics& diagnostics) {
    std::optional<Bytes> bytes = all_of(file.get());
    if (!bytes) {
        return refuse(options.device, std::strerror(errno), diagnostics);
    }
    if (options.link == "dram") {
        bytes = stream_of_buffer(*bytes);
        if (!bytes) {
            return refuse(options.device, "it does not begin like a buffer of the dram link",
                          diagnostics);
        }
    }
    if (options.link == "inband") {
        Separated separated = separate(*bytes, options.stream_bytes);
        if (!options.application.empty()) {
            const std::string_view data(reinterpret_cast<const char*>(separated.application.data()),
                                        separated.application.size());
            if (const auto written = write_file(options.application, data, diagnostics); !written)
                return written.failure();
        }
        bytes = std::move(separated.reports);
    }
    return std::make_unique<StoredTransport>(std::move(*bytes));
}

}  // namespace

Result<std::unique_ptr<Transport>> open_transport(const TransportOptions& options,
                                                  Diagnostics& diagnostics) {
    if (is_jtag(options.link)) return open_jtag(options, diagnostics);
    const bool stored = options.link == "dram" || options.link == "inband";
    const bool read_only = stored || options.device == "-";
    FileHandle file(
        options.device == "-"
            ? STDIN_FILENO
            : open(options.device.c_str(), (read_only ? O_RDONLY : O_RDWR) | O_NOCTTY | O_CLOEXEC));
    struct stat about {};
    if (file.get() < 0 || fstat(file.get(), &about) != 0) {
        return refuse(options.device, std::strerror(errno), diagnostics);
    }
    if (S_ISDIR(about.st_mode)) {
        return refuse(options.device, "it is a folder", diagnostics);
    }
    if (stored) return open_stored(std::move(file), options, diagnostics);
    if (options.link == "axil" && S_ISCHR(about.st_mode) && options.device != "-")
        return open_registers(std::move(file), options, diagnostics);
    const bool terminal = isatty(file.get()) == 1;
    if (terminal) {
        if (const auto set = set_up_terminal(file.get(), options, diagnostics); !set)
            return set.failure();
    }
    const bool hears = terminal || (S_ISCHR(about.st_mode) && options.device != "-");
    return std::make_unique<StreamTransport>(std::move(file), hears);
}

}  // namespace tapestry
