# Writes OUTPUT, the table of the components whose sources LIST names, one a line. See StribeckAddComponents.cmake.
#     cmake -D LIST=.. -D DIRECTORY=.. -D ENTRY=.. -D OUTPUT=.. -P generate_components.cmake
get_filename_component(folder "${DIRECTORY}" NAME)
set(declarations "")
set(rows "")
set(faults "")
set(count 0)

file(STRINGS "${LIST}" sources)
foreach(source IN LISTS sources)
  file(RELATIVE_PATH path "${DIRECTORY}" "${source}")
  string(REGEX REPLACE "\\.cpp$" "" stem "${path}")
  string(REPLACE "/" "." type "${stem}")
  get_filename_component(function "${stem}" NAME)
  if(function MATCHES "^(switch)$")  # a word of C++: the function has an underscore behind it
    string(APPEND stem "_")
    string(APPEND function "_")
  endif()
  string(REPLACE "/" "::" qualified "${stem}")
  get_filename_component(space "${stem}" DIRECTORY)
  string(REPLACE "/" "::" space "${space}")
  if(space STREQUAL "")
    string(APPEND faults "  ${folder}/${path}: a component stands in a folder, which is the first part of its type\n")
    continue()
  endif()

  file(READ "${source}" text)
  string(REGEX MATCH "((\n///[^\n]*)+)\nvoid[ \t]+${function}[ \t]*\\([ \t]*(stribeck::)?ComponentBuilder[ \t]*&" found "\n${text}")
  if(found STREQUAL "")
    string(APPEND faults "  ${folder}/${path}: expected a comment of /// lines and, directly below it, "
                         "void ${function}(ComponentBuilder& c) in namespace stribeck::${space}\n")
    continue()
  endif()
  string(REGEX REPLACE "\n/// ?" "\n" doc "${CMAKE_MATCH_1}")
  string(SUBSTRING "${doc}" 1 -1 doc)

  string(APPEND declarations "namespace stribeck::${space} {\nvoid ${function}(ComponentBuilder& c);\n}\n")
  string(APPEND rows "    {\"${type}\", declare<stribeck::${qualified}>,\n     R\"stribeck(${doc})stribeck\",\n"
                     "     \"${folder}/${path}\"},\n")
  math(EXPR count "${count} + 1")
endforeach()

if(faults)
  message(FATAL_ERROR "not components:\n${faults}")
endif()
if(count EQUAL 0)
  set(table "const stribeck_component* const components = nullptr;\n")
else()
  set(table "const stribeck_component components[] = {\n${rows}};\n")
endif()

file(WRITE "${OUTPUT}" "// Generated from the sources of ${folder}/.
#include <exception>

#include \"stribeck/component.hpp\"

${declarations}
namespace {

template <void (*component)(stribeck::ComponentBuilder&)>
[[maybe_unused]] void declare(const stribeck_interface* api, stribeck_recorder* recorder) {
  try {
    stribeck::ComponentBuilder builder(api, recorder);
    component(builder);
  } catch (const std::exception& error) {
    api->fault(recorder, error.what());
  } catch (...) {
    api->fault(recorder, \"an exception that is not a std::exception\");
  }
}

${table}
const stribeck_library library = {sizeof(stribeck_library), STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR, components, ${count}};

}  // namespace

extern \"C\" __attribute__((visibility(\"default\"))) const stribeck_library* ${ENTRY}(void);
extern \"C\" const stribeck_library* ${ENTRY}(void) { return &library; }
")
