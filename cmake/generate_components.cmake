# Writes OUTPUT, the table of the components in the sources that LIST names, one a line. StribeckAddComponents.cmake says what a component is.
#     cmake -D LIST=.. -D DIRECTORY=.. -D WORDS=.. -D ENTRY=.. -D OUTPUT=.. -P generate_components.cmake
# WORDS is stribeck/domain_words.def.
get_filename_component(folder "${DIRECTORY}" NAME)
set(declarations "")
set(rows "")
set(faults "")
set(count 0)
set(laws "")

# What each word in braces is in either domain, and the same of names of types, which are written in the words of translation.
file(STRINGS "${WORDS}" lines REGEX "^STRIBECK_WORD\\(")
set(words "")
foreach(line IN LISTS lines)
  string(REGEX MATCH "\"([^\"]*)\", \"([^\"]*)\", \"([^\"]*)\"" found "${line}")
  list(APPEND words "${CMAKE_MATCH_1}")
  set("translational_${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
  set("rotational_${CMAKE_MATCH_1}" "${CMAKE_MATCH_3}")
endforeach()

# The number of the line in which the text after `before` begins.
function(line_after before result)
  string(REGEX MATCHALL "\n" ends "${before}")
  list(LENGTH ends number)
  set(${result} ${number} PARENT_SCOPE)
endfunction()

macro(fault place sentence)
  string(APPEND faults "  ${place}: ${sentence}\n")
endmacro()

# The namespaces that are open at the end of a source's beginning, as in C++: "stribeck::signals", with "{" for one without a name.
function(namespace_at before result)
  string(REGEX MATCHALL "\n(namespace [^\n{]*{|}  // namespace|namespace {)" marks "${before}")
  set(open "")
  foreach(mark IN LISTS marks)
    if(mark MATCHES "^\n}")
      list(POP_BACK open)
    elseif(mark MATCHES "^\nnamespace +([A-Za-z0-9_:]+)")
      list(APPEND open "${CMAKE_MATCH_1}")
    else()
      list(APPEND open "{")
    endif()
  endforeach()
  list(JOIN open "::" open)
  set(${result} "${open}" PARENT_SCOPE)
endfunction()

# Prose is as wide as sources are, without the four columns of "/// ".
set(width 136)

# The next line of `text`, which is taken from it.
macro(next_line)
  string(FIND "${text}" "\n" at)
  string(SUBSTRING "${text}" 0 ${at} line)
  if(at EQUAL -1)
    set(text "")
  else()
    math(EXPR at "${at} + 1")
    string(SUBSTRING "${text}" ${at} -1 text)
  endif()
endmacro()

# A page whose lines of prose that end because they are full go on in one. Formulas are indented.
function(joined text result)
  next_line()
  set(page "${line}")
  while(NOT text STREQUAL "")
    set(last "${line}")
    next_line()
    string(REGEX MATCH "^[^ ]+" word "${line}")
    string(LENGTH "${last} ${word}" length)
    if(length GREATER width AND NOT last MATCHES "^( |$)" AND NOT line MATCHES "^( |$)")
      string(APPEND page " ${line}")
    else()
      string(APPEND page "\n${line}")
    endif()
  endwhile()
  set(${result} "${page}" PARENT_SCOPE)
endfunction()

# The same with lines of prose that end where they are full.
function(wrapped text result)
  set(page "")
  while(NOT text STREQUAL "")
    next_line()
    string(LENGTH "${line}" length)
    while(length GREATER width AND NOT line MATCHES "^ ")
      math(EXPR most "${width} + 1")
      string(SUBSTRING "${line}" 0 ${most} begin)
      string(FIND "${begin}" " " at REVERSE)
      if(at EQUAL -1)
        break()
      endif()
      string(SUBSTRING "${line}" 0 ${at} begin)
      math(EXPR at "${at} + 1")
      string(SUBSTRING "${line}" ${at} -1 line)
      string(APPEND page "\n${begin}")
      string(LENGTH "${line}" length)
    endwhile()
    string(APPEND page "\n${line}")
  endwhile()
  string(SUBSTRING "${page}" 1 -1 page)
  set(${result} "${page}" PARENT_SCOPE)
endfunction()

# The page in the words of a domain. What is left in braces afterwards no domain knows.
function(in_words_of domain text place result)
  joined("${text}" text)
  foreach(word IN LISTS words)
    string(REPLACE "{${word}}" "${${domain}_${word}}" text "${text}")
  endforeach()
  set(said "")
  while(text MATCHES "{([^{}]*)}")
    set(inside "${CMAKE_MATCH_1}")
    string(FIND "${text}" "{${inside}}" at)
    string(SUBSTRING "${text}" 0 ${at} before)
    string(LENGTH "{${inside}}" length)
    math(EXPR after "${at} + ${length}")
    string(SUBSTRING "${text}" ${after} -1 text)
    string(FIND "${inside}" "|" bar)
    if(bar EQUAL -1)
      string(APPEND faults "  ${place}: {${inside}} is no word of stribeck/domain_words.def\n")
    elseif(inside MATCHES "[|].*[|]")
      string(APPEND faults "  ${place}: {${inside}} has more than one bar: which one parts the two domains?\n")
    elseif(domain STREQUAL "translational")
      string(SUBSTRING "${inside}" 0 ${bar} inside)
    else()
      math(EXPR bar "${bar} + 1")
      string(SUBSTRING "${inside}" ${bar} -1 inside)
    endif()
    string(APPEND said "${before}${inside}")
  endwhile()
  string(APPEND said "${text}")
  string(REGEX REPLACE "\n +\n" "\n" said "${said}")  # a line that only the other domain has
  wrapped("${said}" said)
  set(${result} "${said}" PARENT_SCOPE)
  set(faults "${faults}" PARENT_SCOPE)
endfunction()

# The name of a law's type: each part of the function's name is that word in braces, if it is one of force and mass.
function(type_in domain function result)
  string(REPLACE "_" ";" parts "${function}")
  set(name "")
  foreach(part IN LISTS parts)
    if(part MATCHES "^(force|mass)$")
      set(part "${${domain}_${part}}")
    endif()
    list(APPEND name "${part}")
  endforeach()
  list(JOIN name "_" name)
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

# Adds a row; each type once.
function(register type declared doc place)
  if(DEFINED "place_of_${type}")
    fault("${place}" "the type ${type} is declared in ${place_of_${type}} already")
  endif()
  set("place_of_${type}" "${place}" PARENT_SCOPE)
  string(APPEND rows "    {\"${type}\", ${declared},\n     R\"stribeck(${doc})stribeck\",\n     \"${folder}/${path}\"},\n")
  math(EXPR count "${count} + 1")
  foreach(changed rows count faults)
    set(${changed} "${${changed}}" PARENT_SCOPE)
  endforeach()
endfunction()

file(STRINGS "${LIST}" sources)
foreach(source IN LISTS sources)
  file(RELATIVE_PATH path "${DIRECTORY}" "${source}")
  file(READ "${source}" rest)
  set(rest "\n${rest}")
  set(before "")
  set(here 0)
  while(rest MATCHES "\nvoid[ \t]+([A-Za-z0-9_]+)[ \t]*\\([ \t]*(stribeck::)?ComponentBuilder[ \t]*&[^)\n]*\\)")
    set(head "${CMAKE_MATCH_0}")
    set(function "${CMAKE_MATCH_1}")
    string(FIND "${rest}" "${head}" at)
    string(SUBSTRING "${rest}" 0 ${at} skipped)
    string(LENGTH "${head}" length)
    math(EXPR at "${at} + ${length}")
    string(SUBSTRING "${rest}" ${at} -1 rest)
    string(APPEND before "${skipped}")
    namespace_at("${before}" space)
    line_after("${before}\n" line)
    set(place "${folder}/${path}:${line}")
    string(APPEND before "${head}")
    if(space MATCHES "{" OR space MATCHES "::partial$")  # a part of components that is none itself
      continue()
    endif()
    math(EXPR here "${here} + 1")
    string(REGEX MATCH "\n(///[^\n]*\n)*///[^\n]*$" doc "${skipped}")
    if(NOT head MATCHES "&[ \t]*[A-Za-z0-9_]*[ \t]*(,[ \t]*const[ \t]+(stribeck::)?DomainWords[ \t]*&[ \t]*[A-Za-z0-9_]*[ \t]*)?\\)$")
      fault("${place}" "${function} takes something besides ComponentBuilder& and const DomainWords&: a part of components stands in a namespace \
without a name")
      continue()
    endif()
    set(is_law FALSE)
    if(head MATCHES ",")
      set(is_law TRUE)
    endif()
    if(doc STREQUAL "")
      fault("${place}" "expected a comment of /// lines directly above ${function}, which is its page")
      continue()
    endif()
    if(NOT space MATCHES "^stribeck(::|$)" OR (space STREQUAL "stribeck" AND NOT is_law))
      fault("${place}" "expected ${function} in a namespace stribeck::SPACE, the first part of its type")
      continue()
    endif()
    string(REGEX REPLACE "\n/// ?" "\n" doc "${doc}")
    string(SUBSTRING "${doc}" 1 -1 doc)
    string(REGEX REPLACE "_$" "" name "${function}")  # behind a word of C++, such as switch_
    string(REGEX REPLACE "^stribeck(::)?" "" types "${space}")
    string(REPLACE "::" "." types "${types}")
    if(NOT types STREQUAL "")
      string(APPEND types ".")
    endif()
    if(is_law)
      string(APPEND declarations "namespace ${space} {\nvoid ${function}(ComponentBuilder& c, const DomainWords& in);\n}\n")
      foreach(domain translational rotational)
        in_words_of(${domain} "${doc}" "${place}" page)
        type_in(${domain} "${name}" type)
        register("${types}${domain}.${type}" "declare_in<${space}::${function}, ${domain}>" "${page}" "${place}")
      endforeach()
    else()
      string(APPEND declarations "namespace ${space} {\nvoid ${function}(ComponentBuilder& c);\n}\n")
      register("${types}${name}" "declare<${space}::${function}>" "${doc}" "${place}")
    endif()
  endwhile()
  string(APPEND before "${rest}")
  if(before MATCHES "^((.*\n)?///[^\n]*)\n[ \t]*\n")
    line_after("${CMAKE_MATCH_1}" line)
    fault("${folder}/${path}:${line}" "a comment of /// lines has nothing directly below it")
  endif()
  if(here EQUAL 0)
    fault("${folder}/${path}:1" "expected a comment of /// lines and, directly below it, void NAME(ComponentBuilder& c) in a namespace \
stribeck::SPACE, or void NAME(ComponentBuilder& c, const DomainWords& in)")
  endif()
endforeach()

if(declarations MATCHES "DomainWords")  # headers of the first versions have none
  set(laws "constexpr const stribeck::DomainWords& translational = stribeck::kTranslational;
constexpr const stribeck::DomainWords& rotational = stribeck::kRotational;

template <void (*law)(stribeck::ComponentBuilder&, const stribeck::DomainWords&), const stribeck::DomainWords& in>
void declare_in(const stribeck_interface* api, stribeck_recorder* recorder) {
  record(api, recorder, [](stribeck::ComponentBuilder& c) { law(c, in); });
}

")
endif()

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

template <typename Component>
[[maybe_unused]] void record(const stribeck_interface* api, stribeck_recorder* recorder, Component component) {
  try {
    stribeck::ComponentBuilder builder(api, recorder);
    component(builder);
  } catch (const std::exception& error) {
    api->fault(recorder, error.what());
  } catch (...) {
    api->fault(recorder, \"an exception that is not a std::exception\");
  }
}

template <void (*component)(stribeck::ComponentBuilder&)>
[[maybe_unused]] void declare(const stribeck_interface* api, stribeck_recorder* recorder) {
  record(api, recorder, component);
}

${laws}${table}
const stribeck_library library = {sizeof(stribeck_library), STRIBECK_INTERFACE_MAJOR, STRIBECK_INTERFACE_MINOR, components, ${count}};

}  // namespace

extern \"C\" __attribute__((visibility(\"default\"))) const stribeck_library* ${ENTRY}(void);
extern \"C\" const stribeck_library* ${ENTRY}(void) { return &library; }
")
