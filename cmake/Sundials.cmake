# SUNDIALS and SuiteSparse, which the program needs, and its kernel on request.
# stribeck_find(target header library ...): those without a usable CMake package. SUNDIALS' own asks for the OpenMP of the
# compiler in use, which clang lacks and nothing here needs.
function(stribeck_find target header)
  find_path(STRIBECK_${target}_INCLUDE ${header} PATH_SUFFIXES ${target} suitesparse REQUIRED)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE "${STRIBECK_${target}_INCLUDE}")
  foreach(library IN LISTS ARGN)
    find_library(STRIBECK_${library} ${library} REQUIRED)
    target_link_libraries(${target} INTERFACE "${STRIBECK_${library}}")
  endforeach()
endfunction()
stribeck_find(suitesparse klu.h klu)
# Static: what goes to machines that have none of it needs no more then, and the program's start does not load and bind it. The shared library
# of its solver by KLU stands in a package with the one by PETSc, besides, which would bring MPI to every user.
stribeck_find(sundials sundials/sundials_types.h
  libsundials_sunlinsolklu.a libsundials_cvodes.a libsundials_arkode.a libsundials_kinsol.a libsundials_nvecserial.a
  libsundials_sunmatrixdense.a libsundials_sunmatrixsparse.a libsundials_sunlinsoldense.a libsundials_generic.a)
