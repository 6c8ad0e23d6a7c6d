# What an installation holds, by component of `cmake --install BUILD --component NAME`:
#   program      the program, its manual pages, completions, pages to read, schema and diagrams to begin with
#   library      for programs that run diagrams: the shared libraries; needs authors
#   authors      for authors of components: the headers and the package Stribeck (find_package(Stribeck))
# What the build has not made yet is made first, so that an installation succeeds after any build. Packages.cmake makes packages of it.
include(CMakePackageConfigHelpers)

set(pages "${PROJECT_BINARY_DIR}/pages")
set(shared "${CMAKE_INSTALL_DATADIR}")
function(stribeck_install_makes component target file)
  install(CODE "
    if(NOT EXISTS \"${file}\")
      execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target ${target} COMMAND_ERROR_IS_FATAL ANY)
    endif()" ${ARGN} COMPONENT ${component})
endfunction()
stribeck_install_makes(program stribeck_pages "${pages}/made")
stribeck_install_makes(library stribeck_library "$<TARGET_FILE:stribeck_library>")

# What the program itself writes: manual pages, completions, the schema and a page for each component.
set(completions "${pages}/completions")
add_custom_command(
  OUTPUT "${pages}/made"
  COMMAND ${CMAKE_COMMAND} -E rm -rf "${pages}"
  COMMAND ${CMAKE_COMMAND} -E make_directory "${completions}"
  COMMAND stribeck_cli man --to "${pages}/man1"
  COMMAND gzip -9n -r "${pages}/man1"
  COMMAND stribeck_cli completion bash > "${completions}/stribeck"
  COMMAND stribeck_cli completion zsh > "${completions}/_stribeck"
  COMMAND stribeck_cli completion fish > "${completions}/stribeck.fish"
  COMMAND stribeck_cli schema > "${pages}/stribeck.schema.json"
  COMMAND stribeck_cli docs "${pages}/components" --quiet
  COMMAND ${CMAKE_COMMAND} -E touch "${pages}/made"
  DEPENDS stribeck_cli
  COMMENT "Writing manual pages, completions and pages of the components"
  VERBATIM)
add_custom_target(stribeck_pages ALL DEPENDS "${pages}/made")

set(docs "${CMAKE_INSTALL_DOCDIR}")
install(TARGETS stribeck_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
install(TARGETS stribeck_try_plugin RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/stribeck" COMPONENT program)
install(DIRECTORY "${pages}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT program)
install(FILES "${completions}/stribeck" DESTINATION "${shared}/bash-completion/completions" COMPONENT program)
install(FILES "${completions}/stribeck.fish" DESTINATION "${shared}/fish/vendor_completions.d" COMPONENT program)
# Debian's zsh looks for what packages bring in another folder than for what an administrator does.
install(CODE "
  set(zsh site-functions)
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
    set(zsh vendor-completions)
  else()  # Debian has the licence once for all packages
    file(INSTALL \"${PROJECT_SOURCE_DIR}/LICENSE\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${docs}\")
  endif()
  file(INSTALL \"${completions}/_stribeck\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${shared}/zsh/\${zsh}\")" COMPONENT program)
install(FILES "${pages}/stribeck.schema.json" DESTINATION "${shared}/stribeck" COMPONENT program)
install(DIRECTORY diagrams/start diagrams/gallery DESTINATION "${shared}/stribeck/diagrams" COMPONENT program)
install(DIRECTORY "${pages}/components" DESTINATION "${docs}" COMPONENT program FILES_MATCHING PATTERN *.html)
install(DIRECTORY docs/ DESTINATION "${docs}" COMPONENT program PATTERN stribeck.schema.json EXCLUDE)
install(FILES THIRD_PARTY.md CHANGELOG.md cmake/packaging/copyright DESTINATION "${docs}" COMPONENT program)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/Stribeck")
install(TARGETS stribeck_library EXPORT StribeckTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)
if(TARGET stribeck_kernel)  # sanitized builds have none
  set(kernel stribeck_kernel)
  foreach(component program library)
    stribeck_install_makes(${component} stribeck_kernel "$<TARGET_FILE:stribeck_kernel>")
  endforeach()
  install(FILES "${PROJECT_BINARY_DIR}/libexec/stribeck/libstribeck_kernel.so" DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/stribeck" COMPONENT program)
  install(TARGETS stribeck_kernel EXPORT StribeckTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)
endif()
if(TARGET stribeck_least_squares)  # where Ceres is
  foreach(component program library)
    stribeck_install_makes(${component} stribeck_least_squares "$<TARGET_FILE:stribeck_least_squares>")
  endforeach()
  install(FILES "$<TARGET_FILE:stribeck_least_squares>" DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/stribeck" COMPONENT program)
  install(FILES "$<TARGET_FILE:stribeck_least_squares>" DESTINATION "${CMAKE_INSTALL_LIBDIR}/libexec/stribeck" COMPONENT library)
endif()
if(TARGET stribeck_optimiser)  # where NLopt is; the library optimises nothing
  stribeck_install_makes(program stribeck_optimiser "$<TARGET_FILE:stribeck_optimiser>")
  install(FILES "$<TARGET_FILE:stribeck_optimiser>" DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/stribeck" COMPONENT program)
endif()
install(EXPORT StribeckTargets NAMESPACE Stribeck:: DESTINATION "${package}" COMPONENT library)
install(TARGETS stribeck_try_plugin RUNTIME DESTINATION "${CMAKE_INSTALL_LIBDIR}/libexec/stribeck" COMPONENT library)
configure_package_config_file(cmake/StribeckConfig.cmake.in "${PROJECT_BINARY_DIR}/StribeckConfig.cmake"
  INSTALL_DESTINATION "${package}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/StribeckConfigVersion.cmake" COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(DIRECTORY runtime/include/stribeck DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT authors)
install(FILES "${PROJECT_BINARY_DIR}/StribeckConfig.cmake" "${PROJECT_BINARY_DIR}/StribeckConfigVersion.cmake"
              cmake/StribeckAddComponents.cmake cmake/generate_components.cmake
        DESTINATION "${package}" COMPONENT authors)

include(Packages)
