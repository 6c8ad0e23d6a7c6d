# stribeck_add_components(target DIR [ENTRY name])
#
# Makes every DIR/**/*.cpp a component of the library `target`; headers there are partials. Path = function = type:
# DIR/rotational/friction.cpp defines `void friction(ComponentBuilder&)` in namespace stribeck::rotational and is the type
# "rotational.friction". The comment (`///`) directly above the function is its documentation. Nothing else is to be registered.
# ENTRY is the exported entry function; a plugin's is stribeck_plugin, the default.
set(STRIBECK_COMPONENTS_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/generate_components.cmake")

function(stribeck_add_components target directory)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "ENTRY" "")
  if(NOT arg_ENTRY)
    set(arg_ENTRY stribeck_plugin)
  endif()
  file(REAL_PATH "${directory}" directory)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${directory}/*.cpp")
  list(SORT sources)

  set(list "${CMAKE_CURRENT_BINARY_DIR}/${target}_components.txt")
  set(registry "${CMAKE_CURRENT_BINARY_DIR}/${target}_components.cpp")
  list(JOIN sources "\n" lines)
  file(CONFIGURE OUTPUT "${list}" CONTENT "${lines}\n" @ONLY)  # written only when it changes
  add_custom_command(
    OUTPUT "${registry}"
    COMMAND ${CMAKE_COMMAND} -D "LIST=${list}" -D "DIRECTORY=${directory}" -D "ENTRY=${arg_ENTRY}" -D "OUTPUT=${registry}"
            -P "${STRIBECK_COMPONENTS_SCRIPT}"
    DEPENDS ${sources} "${list}" "${STRIBECK_COMPONENTS_SCRIPT}"
    COMMENT "Registering the components of ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE ${sources} "${registry}")
  target_include_directories(${target} PRIVATE "${directory}")
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} PRIVATE stribeck_headers)
endfunction()
