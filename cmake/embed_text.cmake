# Writes OUTPUT, a source that defines each text of TEXTS (constant=file,constant=file) as a string. Long texts are cut, as compilers bound the
# length of one literal.
#     cmake -D TEXTS=kScript=/path/a.js,kStyle=/path/b.css -D HEADER=drawing/assets.h -D OUTPUT=.. -P embed_text.cmake
set(body "")
string(REPLACE "," ";" TEXTS "${TEXTS}")
foreach(text IN LISTS TEXTS)
  string(REGEX MATCH "^([A-Za-z]+)=(.*)$" matched "${text}")
  set(constant "${CMAKE_MATCH_1}")
  file(READ "${CMAKE_MATCH_2}" content)
  set(pieces "")
  string(LENGTH "${content}" length)
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${content}" ${at} 8000 piece)
    string(APPEND pieces "\n    R\"stribeck(${piece})stribeck\"")
    math(EXPR at "${at} + 8000")
  endwhile()
  string(APPEND body "const std::string_view ${constant} =${pieces};\n")
endforeach()
file(WRITE "${OUTPUT}" "// Generated from the files of a page.
#include \"${HEADER}\"

namespace stribeck {

${body}
}  // namespace stribeck
")
