#pragma once

#include <string_view>

#include "strata/result.h"

namespace strata::cli {

/// Standard output: byte for byte into files and pipes, without control characters onto a terminal. Remembers the first
/// failure (nobody reads any more, the disk is full) and then drops what follows; one thread.
class Output {
public:
    Output();

    void write(std::string_view text);
    /// Passes everything on now, as a reader at a terminal expects. False once something could not be written.
    bool flush();
    bool good() const { return error_ == 0; }
    /// Flushes; io_error with the system's reason if anything was lost.
    Result<void> finish();

private:
    void failed();

    bool terminal_;
    int error_ = 0;  // errno of the first failure
};

/// A line on standard error, with the program's name in front; a piece of text there as it is. Without control
/// characters.
void complain(std::string_view message);
void remark(std::string_view text);

/// Whether somebody types: standard input is a terminal.
bool input_is_terminal();

/// Call once, first: closed standard streams cannot be taken by files that are opened later, a reader that goes away
/// does not end the process, and bytes pass unchanged.
void prepare_standard_streams();

}  // namespace strata::cli
