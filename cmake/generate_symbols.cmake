# Writes OUTPUT, the table of the symbols that LIST names, one SVG a line (components/symbols/README.md says what stands in one).
#     cmake -D LIST=.. -D OUTPUT=.. -P generate_symbols.cmake
set(rows "")
cmake_policy(VERSION 3.25)

set(faults "")
set(all_types "")

file(STRINGS "${LIST}" files)
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  string(REPLACE ";" "," plain "${text}")
  if(NOT plain MATCHES "<svg[^>]* viewBox=\"([-0-9.]+) ([-0-9.]+) ([0-9.]+) ([0-9.]+)\"")
    string(APPEND faults "  ${name}: no viewBox\n")
    continue()
  endif()
  set(width "${CMAKE_MATCH_3}")
  set(height "${CMAKE_MATCH_4}")
  if(NOT plain MATCHES " data-look=\"(sign|box|shape)\"")
    string(APPEND faults "  ${name}: data-look is sign, box or shape\n")
    continue()
  endif()
  set(look "${CMAKE_MATCH_1}")
  if(NOT plain MATCHES " data-types=\"([^\"]+)\"")
    string(APPEND faults "  ${name}: data-types names the types that it stands for\n")
    continue()
  endif()
  string(REGEX REPLACE "[ \n]+" " " types "${CMAKE_MATCH_1}")
  set(labels "")
  if(plain MATCHES " data-labels=\"([^\"]+)\"")
    set(labels "${CMAKE_MATCH_1}")
  endif()
  set(words "")
  if(plain MATCHES " data-words=\"([^\"]+)\"")
    string(REGEX REPLACE "[ \n]+" " " words "${CMAKE_MATCH_1}")
    string(REGEX REPLACE "&(lt|gt|amp)," "&\\1;" words "${words}")  # what the semicolons above were
  endif()
  string(REPLACE " " ";" own "${types}")
  foreach(type IN LISTS own)
    if(type IN_LIST all_types)
      string(APPEND faults "  ${name}: ${type} has another symbol already\n")
    endif()
    list(APPEND all_types "${type}")
  endforeach()
  string(REGEX REPLACE "^.*<svg[^>]*>\n?" "" inside "${text}")
  string(REGEX REPLACE "</svg>.*$" "" inside "${inside}")
  string(APPEND rows "    {\" ${types} \", SymbolLook::${look}, R\"(${labels})\", R\"( ${words} )\", ${width}, ${height},\n     R\"svg(${inside})svg\"},\n")
endforeach()

if(faults)
  message(FATAL_ERROR "not symbols:\n${faults}")
endif()

file(WRITE "${OUTPUT}" "// Generated from components/symbols/.
#include \"drawing/symbol_file.h\"

namespace stribeck {
namespace {

constexpr SymbolFile kFiles[] = {
${rows}};

}  // namespace

std::span<const SymbolFile> symbol_files() { return kFiles; }

}  // namespace stribeck
")
