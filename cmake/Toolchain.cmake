# How every source of the project is compiled.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Debug)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -D_GLIBCXX_ASSERTIONS")  # numerics without any optimisation are too slow to test
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -D_GLIBCXX_ASSERTIONS")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG -fno-semantic-interposition")  # else position-independent code inlines little: a fifth slower

add_compile_options(
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  -ffp-contract=off                           # same input, same bytes, whatever the machine's fused instructions (design D11)
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)  # no path of the building machine in the program
if(STRIBECK_WERROR)
  add_compile_options(-Werror)
endif()

if(STRIBECK_SANITIZE)
  add_compile_options(-fsanitize=${STRIBECK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_options(-gz)  # each of some forty programs holds most of the library: what says which line is which takes gigabytes
  add_link_options(-gz)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # undefined behaviour is looked for in our own code: in headers of others it cost a quarter
    add_compile_options("-fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/sanitizer_ignorelist.txt")
  endif()
  add_link_options(-fsanitize=${STRIBECK_SANITIZE})
endif()

# Most of the time goes into headers: whole builds take twenty sources of a target at once, the short loop takes them one by one.
# So names in the unnamed namespaces of one target differ.
if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(CMAKE_UNITY_BUILD ON)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 20 CACHE STRING "sources compiled at once")
endif()

find_program(STRIBECK_LLD ld.lld)
if(STRIBECK_LLD AND NOT CMAKE_CROSSCOMPILING)
  add_link_options(-fuse-ld=lld)
endif()

find_program(STRIBECK_CCACHE ccache)
if(STRIBECK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_NOHASHDIR=1 ${STRIBECK_CCACHE})  # one build folder's objects serve the others
endif()
