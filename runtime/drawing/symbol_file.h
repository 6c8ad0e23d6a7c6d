#pragma once
// Symbols that are drawn by hand: the files of components/symbols/, which the build makes part of the program.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "component/record.h"

namespace stribeck {

struct Instance;

enum class SymbolLook : std::uint8_t {
  sign,  ///< ports in the middle of its left and right edge, signals at the top
  box,   ///< stands in a frame, with ports and signals at its sides
  shape  ///< as a box, but with an outline of its own, which grows with the number of its signals
};

struct SymbolFile {
  std::string_view types;  ///< that it stands for, a blank before and behind each
  SymbolLook look;
  std::string_view labels;  ///< what is written at ports instead of their names: "u1=+ u2=- y="
  std::string_view words;   ///< what is filled in for a choice instead of its name: "greater=> less=<"
  double width, height;     ///< px
  std::string_view svg;     ///< centred on the origin
};

std::span<const SymbolFile> symbol_files();
/// nullptr: none is drawn for the type.
const SymbolFile* symbol_file_of(std::string_view type);

/// "{NAME HOW ELSE}" in a text is replaced by what the component has under that name, an option or a parameter; by ELSE where nothing is
/// known or it is too long. HOW: "word", the choice of an option, or what the file has for it; "value", a number; "sign", its sign; "s" or
/// "z", a list as a polynomial.
std::string filled_in(std::string_view text, const SymbolFile& file, const ComponentRecord& record, const Instance* instance);

/// What stands at a port instead of its name; the name itself where the file says nothing.
std::string label_of(const SymbolFile& file, const ConnectorDeclaration& connector, const ComponentRecord& record,
                     const Instance* instance);

}  // namespace stribeck
