#pragma once
// What is wrong with a plugin of wrong.cpp.

enum Fault {
  throws,
  nonsense,
  units,
  underived,
  crashes,
  leaves,
  leaves_in_peace,
  throws_through,
  stops,
  newer_major,
  newer_minor,
  taken,
  bad_name,
  twice,
  no_types,
  no_function,
  no_library
};
extern const Fault kFault;  // each plugin has one line of its own that defines it
