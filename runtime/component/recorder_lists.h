#pragma once
// The part of the C interface that records what decides what is declared: options, sizes, lists, tables and formulas.
#include "component/recording.h"

namespace stribeck {

int32_t record_option(Recorder* r, const char* name, const char* choices, const char* doc);
int32_t record_list(Recorder* r, const char* name, const char* unit, const char* doc, const double* fallback, int32_t count,
                    uint32_t flags);
void record_list_limit(Recorder* r, int32_t list, const char* relation, double bound);
stribeck_expression record_table(Recorder* r, int32_t abscissae, int32_t ordinates, int32_t row, int32_t rows, const char* method,
                                 const char* ends, int32_t order, stribeck_expression argument);
stribeck_expression record_interpolate(Recorder* r, int32_t abscissae, int32_t ordinates, stribeck_expression argument);
stribeck_expression record_past(Recorder* r, stribeck_expression value, stribeck_expression when, stribeck_expression shortest,
                                stribeck_expression longest, stribeck_expression before);
int32_t record_count(Recorder* r, const char* name, int32_t fallback, int32_t low, int32_t high, const char* doc);
int32_t record_length(Recorder* r, int32_t list, int32_t low, int32_t high);
stribeck_expression record_entry(Recorder* r, int32_t list, int32_t i);
stribeck_expression record_formula(Recorder* r, const char* name, const char* fallback, const char* doc, const char* const* names,
                                   const stribeck_expression* meanings, int32_t count);

}  // namespace stribeck
