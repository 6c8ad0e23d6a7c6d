#pragma once
// The part of the C interface that declares dry frictions and contacts; plugin.h says what each call does.
#include "component/recording.h"

namespace stribeck {

stribeck_expression record_friction(Recorder* r, const char* label, stribeck_expression velocity, stribeck_expression force);
void record_friction_sides(Recorder* r, stribeck_expression direction, stribeck_expression static_forwards,
                           stribeck_expression kinetic_forwards, stribeck_expression static_backwards,
                           stribeck_expression kinetic_backwards);
void record_friction_levels(Recorder* r, stribeck_expression direction, stribeck_expression static_level,
                            stribeck_expression kinetic_level);
void record_friction_open(Recorder* r, stribeck_expression direction, stribeck_expression open);
void record_creeping_friction(Recorder* r, const char* label, stribeck_expression velocity, stribeck_expression force,
                              stribeck_expression level, stribeck_expression share);
stribeck_expression record_contact(Recorder* r, const char* label, stribeck_expression gap, stribeck_expression approach,
                                   stribeck_expression force, stribeck_expression restitution, stribeck_expression rest_speed,
                                   stribeck_expression release_force);
void record_contact_law(Recorder* r, stribeck_expression touching, const char* law);
stribeck_expression record_contact_total(Recorder* r, stribeck_expression touching, const char* kind);

}  // namespace stribeck
