#pragma once
// Formulas that outputs, plots and expectations ask for beside variables: "friction.T*friction.w".
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/units.h"
#include "expression/formula.h"
#include "expression/parse.h"

namespace stribeck {

/// What a variable or a formula measures.
struct Observable {
  std::string unit;
  Dimension dimension;
};

/// A formula as read: symbol number i of it stands for names[i].
struct ReadFormula {
  Formula formula;
  std::vector<std::string> names;
  Observable measured;
};
/// What a name stands for, as the offset of the name in the text has it for messages; nothing if there is no such name.
using MeaningOfName = std::function<std::optional<Observable>(std::string_view name)>;
/// Nothing and `error` if it cannot be read. Names passed to `meaning` are parts of `text`.
std::optional<ReadFormula> read_formula(std::string_view text, const MeaningOfName& meaning, ParseError& error);
/// "expression.unknown_name" and its like.
ErrorCode code_of(const ParseError& error);

}  // namespace stribeck
