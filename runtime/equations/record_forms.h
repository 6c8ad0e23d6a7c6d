#pragma once
// Which relations of a component are linear with parameter coefficients: candidates for alias elimination, found once per record.
#include <cstdint>
#include <vector>

#include "component/record.h"

namespace stribeck {

/// A relation of a record as a homogeneous linear form with parameter coefficients, if it is one.
struct RelationForm {
  struct Term {
    std::int32_t symbol;  // number in the record
    ExprId coefficient;   // in the record's pool
  };
  bool linear = false;
  std::vector<Term> terms;
};

/// What flattening needs of a record, found once per type.
struct RecordForms {
  ExprPool pool;  // copy of the record's pool, with differences and coefficients added
  std::vector<RelationForm> relations;
  /// Nodes of the record's pool that are symbols: parameters before what may depend on them, inputs last.
  std::vector<std::int32_t> symbols;
};

RecordForms linear_forms(const ComponentRecord& record);

}  // namespace stribeck
