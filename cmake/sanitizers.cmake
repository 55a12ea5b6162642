set(HALATION_SANITIZE OFF CACHE STRING
    "ON: build with address and undefined behaviour sanitizers; thread: with that of races")
option(HALATION_FUZZ "Build the fuzz targets with libFuzzer, which needs clang" OFF)

if(HALATION_FUZZ)
    # Every program has the runtime of the counters; each target links the fuzzer's main itself.
    add_link_options(-fsanitize=fuzzer-no-link)
endif()

# The target counts which of its code is reached, so that the fuzzer knows what is new.
function(count_coverage target)
    if(HALATION_FUZZ)
        target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
endfunction()

# Links programs with sanitizers in a third of the time.
find_program(LLD ld.lld)
if(HALATION_SANITIZE AND LLD AND CMAKE_C_COMPILER_ID MATCHES Clang)
    add_link_options(-fuse-ld=lld)
endif()

if(HALATION_SANITIZE)
    if(HALATION_SANITIZE STREQUAL "thread")
        set(sanitizers thread)
    else()
        set(sanitizers address,undefined)
    endif()
    add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${sanitizers})
    # An object and not an archive, since the sanitizer's own library has the same functions and comes first.
    add_library(sanitizer_options OBJECT tests/sanitizer_options.c)
    link_libraries(sanitizer_options)
endif()
