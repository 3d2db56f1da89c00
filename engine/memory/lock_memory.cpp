#include "memory/lock_memory.h"

namespace strata {

void lock_soon(AnonymousMemory& memory, IoThreads& threads, const LogSink& log) {
    threads.submit(IoThreads::Urgency::background, {[&memory, log](IoBuffer&) {
                       if (const Result<void> locked = memory.lock(); !locked && log) {
                           log(LogLevel::info, locked.error().message);
                       }
                   }});
}

}  // namespace strata
