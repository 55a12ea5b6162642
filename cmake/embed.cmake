# embed_files(<target> <glob>... [ALSO <path>=<file>...]): a static library that holds the files' bytes, found by their
# path in the project (render/file/embedded.h); those after ALSO lie elsewhere on this machine.
function(embed_files target)
    cmake_parse_arguments(PARSE_ARGV 1 embed "" "" ALSO)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${embed_UNPARSED_ARGUMENTS})
    list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
    foreach(pair IN LISTS embed_ALSO)
        string(REGEX REPLACE "^[^=]*=" "" path ${pair})
        list(APPEND paths ${path})
    endforeach()
    list(APPEND files ${embed_ALSO})
    list(SORT files)
    set(output ${PROJECT_BINARY_DIR}/${target}.c)
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
