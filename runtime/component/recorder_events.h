#pragma once
// The part of the C interface that records discrete variables and what happens at events.
#include "component/recording.h"

namespace stribeck {

stribeck_expression record_discrete(Recorder* r, const char* name, const char* unit, const char* doc, stribeck_expression start,
                                    uint32_t flags);
int32_t record_when(Recorder* r, const char* label, stribeck_expression condition);
void record_when_set(Recorder* r, int32_t when, stribeck_expression target, stribeck_expression value);
void record_when_end(Recorder* r, int32_t when, const char* action, const char* sentence);

}  // namespace stribeck
