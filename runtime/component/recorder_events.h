#pragma once
// The part of the C interface that records discrete variables, what happens at events, and what must hold along the motion.
#include "component/recording.h"

namespace stribeck {

stribeck_expression record_discrete(Recorder* r, const char* name, const char* unit, const char* doc, stribeck_expression start,
                                    uint32_t flags);
int32_t record_when(Recorder* r, const char* label, stribeck_expression condition);
void record_when_set(Recorder* r, int32_t when, stribeck_expression target, stribeck_expression value);
void record_when_end(Recorder* r, int32_t when, const char* action, const char* sentence);
void record_constraint(Recorder* r, const char* label, stribeck_expression position, stribeck_expression rate,
                       stribeck_expression per_force, stribeck_expression given, const stribeck_expression* shares, int32_t count);

}  // namespace stribeck
