# embed_files(<target> <glob>...): a static library that holds the files' bytes, found by their path
# in the project (render/file/embedded.h). Byte arrays, because -Wpedantic rejects long string literals.
function(embed_files target)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${ARGN})
    list(SORT files)
    set(output ${PROJECT_BINARY_DIR}/${target}.c)
    list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
    list(JOIN files "," joined)
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DROOT=${PROJECT_SOURCE_DIR} -DFILES=${joined}
                -P ${PROJECT_SOURCE_DIR}/cmake/write_embedded.cmake
        DEPENDS ${paths} ${PROJECT_SOURCE_DIR}/cmake/write_embedded.cmake
        VERBATIM)
    add_library(${target} STATIC ${output})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()
