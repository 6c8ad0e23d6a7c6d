# Every third-party library, found and never downloaded. Debian packages: tools/packages.txt.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)

include("${CMAKE_CURRENT_LIST_DIR}/Sundials.cmake")
stribeck_find(udunits2 udunits2.h udunits2)
stribeck_find(minizip minizip/zip.h minizip)
stribeck_find(expat expat.h expat)

# The program links the static library: the shared one of Debian loads two dozen others, which would cost every start eight milliseconds.
# A target with the property STRIBECK_SHARED_HDF5 links that one nevertheless, as the static one is no position-independent code.
find_path(STRIBECK_hdf5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial REQUIRED)
foreach(library libhdf5_serial.a libhdf5_serial.so sz z)
  find_library(STRIBECK_${library} ${library} REQUIRED)
endforeach()
set(static_hdf5 "${STRIBECK_libhdf5_serial.a}" "${STRIBECK_sz}" "${STRIBECK_z}" ${CMAKE_DL_LIBS})
add_library(hdf5 INTERFACE IMPORTED GLOBAL)
target_include_directories(hdf5 SYSTEM INTERFACE "${STRIBECK_hdf5_INCLUDE}")
target_link_libraries(hdf5 INTERFACE
  "$<IF:$<BOOL:$<TARGET_PROPERTY:STRIBECK_SHARED_HDF5>>,${STRIBECK_libhdf5_serial.so},${static_hdf5}>")

# What each stage links beside the stages before it; layers.txt says who may include which header.
set(STRIBECK_LIBRARIES_base Eigen3::Eigen fmt::fmt udunits2 ${CMAKE_DL_LIBS})
set(STRIBECK_LIBRARIES_component nlohmann_json::nlohmann_json ${CMAKE_DL_LIBS})
set(STRIBECK_LIBRARIES_imports minizip expat ${CMAKE_DL_LIBS})
set(STRIBECK_LIBRARIES_diagram nlohmann_json::nlohmann_json)
set(STRIBECK_LIBRARIES_assembly Boost::headers)
set(STRIBECK_LIBRARIES_structure Boost::headers)
set(STRIBECK_LIBRARIES_program Eigen3::Eigen sundials suitesparse)
set(STRIBECK_LIBRARIES_simulation Eigen3::Eigen Boost::headers sundials suitesparse)
set(STRIBECK_LIBRARIES_fmi minizip ${CMAKE_DL_LIBS})
set(STRIBECK_LIBRARIES_results nlohmann_json::nlohmann_json hdf5)
set(STRIBECK_LIBRARIES_drawing nlohmann_json::nlohmann_json)
