# Every third-party library, found and never downloaded. Debian packages: tools/packages.txt.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)

# stribeck_find(target header library ...): those without a usable CMake package. SUNDIALS' own asks for the OpenMP of the
# compiler in use, which clang lacks and nothing here needs.
function(stribeck_find target header)
  find_path(STRIBECK_${target}_INCLUDE ${header} PATH_SUFFIXES ${target} REQUIRED)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE "${STRIBECK_${target}_INCLUDE}")
  foreach(library IN LISTS ARGN)
    find_library(STRIBECK_${library} ${library} REQUIRED)
    target_link_libraries(${target} INTERFACE "${STRIBECK_${library}}")
  endforeach()
endfunction()
stribeck_find(udunits2 udunits2.h udunits2)
stribeck_find(suitesparse klu.h klu)
# The shared library of SUNDIALS' solver by KLU stands in a package with the one by PETSc, which would bring MPI to every user.
stribeck_find(sundials sundials/sundials_types.h
  libsundials_sunlinsolklu.a sundials_cvodes sundials_arkode sundials_kinsol sundials_nvecserial
  sundials_sunmatrixdense sundials_sunmatrixsparse sundials_sunlinsoldense)

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
set(STRIBECK_LIBRARIES_base Eigen3::Eigen fmt::fmt udunits2)
set(STRIBECK_LIBRARIES_component nlohmann_json::nlohmann_json ${CMAKE_DL_LIBS})
set(STRIBECK_LIBRARIES_diagram nlohmann_json::nlohmann_json)
set(STRIBECK_LIBRARIES_assembly Boost::headers)
set(STRIBECK_LIBRARIES_structure Boost::headers)
set(STRIBECK_LIBRARIES_program Eigen3::Eigen sundials suitesparse)
set(STRIBECK_LIBRARIES_simulation Eigen3::Eigen Boost::headers sundials suitesparse)
set(STRIBECK_LIBRARIES_results nlohmann_json::nlohmann_json hdf5)
set(STRIBECK_LIBRARIES_drawing nlohmann_json::nlohmann_json)
