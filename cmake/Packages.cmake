# Debian packages: `cpack --config build/release/CPackConfig.cmake -B FOLDER`, or the target "package".
#   stribeck         the program        depends on nothing but the libraries that it loads
#   libstribeck0     the shared library
#   libstribeck-dev  what programs and components are built with
# Each holds its copyright file and its changelog, which Debian wants under names of its own.
set(STRIBECK_MAINTAINER "The authors of Stribeck <stribeck@noreply.stribeck.org>" CACHE STRING "who is named as maintainer of packages")
set(library libstribeck${PROJECT_VERSION_MAJOR})
set(version "${PROJECT_VERSION}-1")

# A package's files beside those of the installation. An installation as a whole has the library already.
install(TARGETS stribeck_library ${kernel} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT shared NAMELINK_SKIP EXCLUDE_FROM_ALL)
install(TARGETS stribeck_try_plugin RUNTIME DESTINATION "${CMAKE_INSTALL_LIBDIR}/libexec/stribeck" COMPONENT shared EXCLUDE_FROM_ALL)
install(TARGETS stribeck_library ${kernel} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development NAMELINK_ONLY EXCLUDE_FROM_ALL)
install(EXPORT StribeckTargets NAMESPACE Stribeck:: DESTINATION "${package}" COMPONENT development EXCLUDE_FROM_ALL)

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(changelog "${PROJECT_BINARY_DIR}/packaging/changelog.Debian")
file(CONFIGURE OUTPUT "${changelog}" CONTENT "stribeck (${version}) bookworm; urgency=medium

  * Built from the sources of this version.

 -- ${STRIBECK_MAINTAINER}  ${date}
")
execute_process(COMMAND gzip -9nkf "${changelog}" COMMAND_ERROR_IS_FATAL ANY)
foreach(names IN ITEMS "shared ${library}" "development libstribeck-dev")
  string(REPLACE " " ";" names "${names}")
  list(POP_FRONT names component name)
  install(FILES cmake/packaging/copyright DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}" COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES "${changelog}.gz" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${name}" COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
install(FILES "${changelog}.gz" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/stribeck" COMPONENT debian EXCLUDE_FROM_ALL)
if(TARGET stribeck_least_squares)
  stribeck_install_makes(shared stribeck_least_squares "$<TARGET_FILE:stribeck_least_squares>" EXCLUDE_FROM_ALL)
  install(FILES "$<TARGET_FILE:stribeck_least_squares>" DESTINATION "${CMAKE_INSTALL_LIBDIR}/libexec/stribeck" COMPONENT shared EXCLUDE_FROM_ALL)
endif()
stribeck_install_makes(shared stribeck_library "$<TARGET_FILE:stribeck_library>" EXCLUDE_FROM_ALL)
if(TARGET stribeck_kernel)
  stribeck_install_makes(shared stribeck_kernel "$<TARGET_FILE:stribeck_kernel>" EXCLUDE_FROM_ALL)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program debian shared development authors)
set(CPACK_COMPONENT_PROGRAM_GROUP program)
set(CPACK_COMPONENT_DEBIAN_GROUP program)
set(CPACK_COMPONENT_SHARED_GROUP library)
set(CPACK_COMPONENT_DEVELOPMENT_GROUP dev)
set(CPACK_COMPONENT_AUTHORS_GROUP dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${STRIBECK_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME stribeck)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox | gnuplot, graphviz")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS libstribeck-dev)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "runs mechanical diagrams with exact dry friction
A JSON file names inertias, springs, dampers, friction, hard stops, gears and
sources and connects their ports; Stribeck sums the forces at every node,
sorts the causality, integrates, audits the energy and hands back the curves.
Friction sticks exactly and contacts are rigid.
.
This package holds the program, its pages, and diagrams to begin with.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/cmake/packaging/triggers")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "runs mechanical diagrams with exact dry friction (library)
A JSON file of components and connections becomes curves, from within other
programs.
.
This package holds the shared library.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libstribeck-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${library} (= ${version})")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "stribeck, cmake, g++")
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEV_DESCRIPTION "runs mechanical diagrams with exact dry friction (development)
A JSON file of components and connections becomes curves, from within other
programs.
.
This package holds the headers and the CMake package, for programs that run
diagrams and for authors of components.")
include(CPack)
cpack_add_component_group(program)
cpack_add_component_group(library)
cpack_add_component_group(dev)
