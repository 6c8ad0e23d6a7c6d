#pragma once
// Which components of a nested diagram are drawn as one box.
#include <cstdint>
#include <string>
#include <vector>

#include "assembly/assembly.h"
#include "drawing/captions.h"

namespace stribeck {

struct FoldPort {
  std::string name;  ///< as exposed: "left"; of arrays "cell[1].left", or "40 × left" where one line is drawn for so many
  std::int32_t node = -1;
  bool is_input = false;
};

/// A subsystem, or the elements of an array: drawn as a box with what leads out of it.
struct Fold {
  std::string name;             ///< the whole path: "line", "line.cell[1:100]"
  std::string words;            ///< to stand in the box: "link", "100 × link"
  std::int32_t subsystem = -1;  ///< index into Diagram::subsystems; -1: an array
  std::int64_t components = 0;  ///< in it, at whatever depth
  std::vector<FoldPort> ports{};

  /// What a path is called inside: "spring" of "line.spring", "cell[2].spring" of "line.cell[2].spring".
  std::string inside(const std::string& path) const;
};

struct Folding {
  std::vector<Fold> folds;
  std::vector<std::int32_t> fold_of;  ///< by instance; -1: it is drawn itself
};

/// Arrays of a few elements stand side by side; of more, one box is drawn. `open_levels`: how many levels of subsystems and arrays, from
/// the outside, are drawn as what they are made of.
Folding fold(const Assembly& assembly, std::int32_t open_levels);

}  // namespace stribeck
