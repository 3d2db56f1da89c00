#include "strata/expert_counters.h"

#include <initializer_list>

namespace strata {

ExpertCounters operator-(const ExpertCounters& later, const ExpertCounters& earlier) {
    ExpertCounters between;
    for (const auto member :
         {&ExpertCounters::lookups, &ExpertCounters::from_memory, &ExpertCounters::from_file,
          &ExpertCounters::file_experts, &ExpertCounters::file_bytes, &ExpertCounters::early_experts,
          &ExpertCounters::early_used, &ExpertCounters::waits, &ExpertCounters::wait_microseconds,
          &ExpertCounters::ngram_rows, &ExpertCounters::ngram_bytes, &ExpertCounters::ngram_wait_microseconds}) {
        between.*member = later.*member - earlier.*member;
    }
    return between;
}

}  // namespace strata
