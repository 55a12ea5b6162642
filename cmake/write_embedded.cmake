# Writes OUTPUT, a C file that holds the bytes of FILES (comma separated, relative to ROOT).
string(REPLACE "," ";" files "${FILES}")
set(arrays "")
set(rows "")
set(index 0)
foreach(file IN LISTS files)
    file(READ ${ROOT}/${file} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "static const unsigned char file_${index}[] = { ${bytes}0 };\n")
    string(APPEND rows "    { \"${file}\", (const char *) file_${index}, sizeof(file_${index}) - 1 },\n")
    math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include \"render/file/embedded.h\"\n\n${arrays}\n"
     "const struct embedded_file embedded_files[] = {\n${rows}    { 0 },\n};\n")
