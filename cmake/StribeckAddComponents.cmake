# stribeck_add_components(target DIR [ENTRY name])
#
# Makes the components of all DIR/**/*.cpp those of the library `target`; headers there are what they share. A component is a function
# directly below a comment of /// lines, which is its page:
#     void friction(ComponentBuilder& c)                       in namespace stribeck::mine, is the type mine.friction
#     void friction(ComponentBuilder& c, const DomainWords& in)     in namespace stribeck, is translational.friction and rotational.friction;
#                                                              in namespace stribeck::mine mine.translational.friction and so on
# A file has any number of them, at any path, and nothing else is to be registered. What is no component itself stands in a namespace
# without a name. The page of a law for both domains has words in braces, as domain_words.def lists them, or "{translational|rotational}".
# A function whose name is a word of C++ has an underscore behind it. ENTRY is the exported entry function; a plugin's is stribeck_plugin,
# the default.
set(STRIBECK_COMPONENTS_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/generate_components.cmake")

function(stribeck_add_components target directory)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "ENTRY" "")
  if(NOT arg_ENTRY)
    set(arg_ENTRY stribeck_plugin)
  endif()
  file(REAL_PATH "${directory}" directory)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${directory}/*.cpp")
  list(SORT sources)

  get_target_property(headers stribeck_headers INTERFACE_INCLUDE_DIRECTORIES)
  list(GET headers 0 headers)
  set(words "${headers}/stribeck/domain_words.def")
  set(list "${CMAKE_CURRENT_BINARY_DIR}/${target}_components.txt")
  set(registry "${CMAKE_CURRENT_BINARY_DIR}/${target}_components.cpp")
  list(JOIN sources "\n" lines)
  file(CONFIGURE OUTPUT "${list}" CONTENT "${lines}\n" @ONLY)  # written only when it changes
  add_custom_command(
    OUTPUT "${registry}"
    COMMAND ${CMAKE_COMMAND} -D "LIST=${list}" -D "DIRECTORY=${directory}" -D "WORDS=${words}" -D "ENTRY=${arg_ENTRY}"
            -D "OUTPUT=${registry}" -P "${STRIBECK_COMPONENTS_SCRIPT}"
    DEPENDS ${sources} "${list}" "${words}" "${STRIBECK_COMPONENTS_SCRIPT}"
    COMMENT "Registering the components of ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE ${sources} "${registry}")
  target_include_directories(${target} PRIVATE "${directory}")
  target_compile_features(${target} PRIVATE cxx_std_20)
  # Nothing but the entry is for others: of two plugins with headers of two versions each keeps its own.
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE stribeck_headers)
endfunction()
