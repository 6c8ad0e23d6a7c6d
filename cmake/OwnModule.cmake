# stribeck_own_module(NAME STAGE): libexec/stribeck/libstribeck_NAME.so from NAME.cpp, which that stage of the runtime loads when somebody
# asks for it (base/own_files.h).
function(stribeck_own_module name stage)
  add_library(stribeck_${name} MODULE ${name}.cpp)
  set_target_properties(stribeck_${name} PROPERTIES OUTPUT_NAME stribeck_${name} CXX_VISIBILITY_PRESET hidden
                        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/libexec/stribeck")
  target_include_directories(stribeck_${name} PRIVATE "${PROJECT_SOURCE_DIR}/runtime")
  add_dependencies(stribeck_${stage} stribeck_${name})
endfunction()
