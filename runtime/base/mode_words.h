#pragma once
// What the values of a mode mean: a variable whose documentation is a list of them, "1 slips forwards, -1 slips backwards, 0 sticks", or
// ends with one, "what is done: 0 fill, 1 drain".
#include <string>
#include <string_view>
#include <vector>

namespace stribeck {

struct ModeWord {
  double mode = 0;
  std::string words;
};

/// The values and their words in the order given; empty if the documentation is no such list.
std::vector<ModeWord> mode_words(std::string_view doc);

}  // namespace stribeck
