# Writes OUTPUT, a C file with the commit that lies in SOURCE, where that differs from what the file says: "unknown"
# without git, and where SOURCE is only a folder inside another project's working tree.
set(commit "unknown")
find_program(GIT git)
if(GIT)
    execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --show-prefix
        OUTPUT_VARIABLE prefix RESULT_VARIABLE status ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(status EQUAL 0 AND prefix STREQUAL "")
        execute_process(COMMAND ${GIT} -C ${SOURCE} describe --always --dirty
            OUTPUT_VARIABLE described RESULT_VARIABLE status ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
        if(status EQUAL 0 AND described MATCHES "^[-A-Za-z0-9._/]+$")
            set(commit ${described})
        endif()
    endif()
endif()
set(text "#include \"app/commit.h\"\n\nconst char *const commit_name = \"${commit}\";\n")
set(before "")
if(EXISTS ${OUTPUT})
    file(READ ${OUTPUT} before)
endif()
if(NOT text STREQUAL before)
    file(WRITE ${OUTPUT} "${text}")
endif()
