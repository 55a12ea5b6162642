# Writes OUTPUT, a C file that holds the bytes of FILES (comma separated, relative to ROOT; or "name=path", a file from
# elsewhere under a name of its own). The assembler reads them, which takes a compiler seconds.
string(REPLACE "," ";" files "${FILES}")
set(arrays "")
set(rows "")
set(index 0)
foreach(file IN LISTS files)
    set(path ${ROOT}/${file})
    if(file MATCHES "^([^=]*)=(.*)$")
        set(file ${CMAKE_MATCH_1})
        set(path ${CMAKE_MATCH_2})
    endif()
    file(SIZE ${path} size)
    set(name embedded_file_${index})
    string(APPEND arrays "__asm__(\".pushsection .rodata\\n${name}: .incbin \\\"${path}\\\"\\n.byte 0\\n.popsection\");\n"
                         "extern const char ${name}[];\n")
    string(APPEND rows "    { \"${file}\", ${name}, ${size} },\n")
    math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include \"render/file/embedded.h\"\n\n${arrays}\n"
     "const struct embedded_file embedded_files[] = {\n${rows}    { 0 },\n};\n")
