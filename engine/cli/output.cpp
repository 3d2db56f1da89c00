#include "cli/output.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>

#include "base/error.h"
#include "cli/terminal_text.h"

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace strata::cli {
namespace {

bool is_terminal(int stream) {
#ifdef _WIN32
    return _isatty(stream) != 0;
#else
    return ::isatty(stream) == 1;
#endif
}

}  // namespace

Output::Output() : terminal_(is_terminal(1)) {}

void Output::failed() {
    error_ = errno == 0 ? EIO : errno;
}

void Output::write(std::string_view text) {
    if (error_ != 0 || text.empty()) {
        return;
    }
    const std::string safe = terminal_ ? without_controls(text) : std::string();
    const std::string_view shown = terminal_ ? std::string_view(safe) : text;
    errno = 0;
    if (std::fwrite(shown.data(), 1, shown.size(), stdout) != shown.size()) {
        failed();
    }
}

bool Output::flush() {
    errno = 0;
    if (error_ == 0 && std::fflush(stdout) != 0) {
        failed();
    }
    return error_ == 0;
}

Result<void> Output::finish() {
    if (!flush()) {
        return fail(ErrorCode::io_error,
                    "standard output: " + std::error_code(error_, std::generic_category()).message());
    }
    return {};
}

void remark(std::string_view text) {
    const std::string shown = without_controls(text);
    std::fwrite(shown.data(), 1, shown.size(), stderr);
    std::fflush(stderr);
}

void complain(std::string_view message) {
    remark("strata-engine: " + std::string(message) + "\n");
}

bool input_is_terminal() {
    return is_terminal(0);
}

void prepare_standard_streams() {
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#else
    std::signal(SIGPIPE, SIG_IGN);
    // open() takes the lowest free number: a model file opened with stdout closed would become stdout. A closed stream
    // is replaced by one on which the wrong direction fails, so that lost output is still noticed.
    for (int stream = 0; stream <= 2; ++stream) {
        if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
            ::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
        }
    }
#endif
}

}  // namespace strata::cli
