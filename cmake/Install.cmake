# What an installation holds: the program, and for authors of components the headers and the package Stribeck
# (find_package(Stribeck)), for programs that run diagrams the library. `cmake --install BUILD --component authors` installs what authors
# need alone; the other components are "library", which needs "authors", and "program".
include(CMakePackageConfigHelpers)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/Stribeck")
configure_package_config_file(cmake/StribeckConfig.cmake.in "${PROJECT_BINARY_DIR}/StribeckConfig.cmake"
  INSTALL_DESTINATION "${package}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/StribeckConfigVersion.cmake" COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(DIRECTORY runtime/include/stribeck DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT authors)
install(FILES "${PROJECT_BINARY_DIR}/StribeckConfig.cmake" "${PROJECT_BINARY_DIR}/StribeckConfigVersion.cmake"
              cmake/StribeckAddComponents.cmake cmake/generate_components.cmake
        DESTINATION "${package}" COMPONENT authors)
install(TARGETS stribeck_library EXPORT StribeckTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)
install(EXPORT StribeckTargets NAMESPACE Stribeck:: DESTINATION "${package}" COMPONENT library)
install(TARGETS stribeck_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
foreach(component library program)
  install(TARGETS stribeck_try_plugin RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/stribeck" COMPONENT ${component})
endforeach()
