# What lies beside the program where it is installed, and the Debian package of it (script/package). Shaders and presets
# are inside the program: those installed are to read and to copy.
include(GNUInstallDirs)
set(HALATION_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Where zsh looks for completions")
set(id org.halation.Halation)
set(packaging ${PROJECT_SOURCE_DIR}/packaging)
set(made ${PROJECT_BINARY_DIR}/installed)
set(shared ${CMAKE_INSTALL_DATADIR}/halation)
set(made_files ${made}/halation.1.gz ${made}/changelog.gz)
find_program(RSVG_CONVERT rsvg-convert) # librsvg2-bin: without it the icon is an SVG alone

# The changelog as Debian's tools read it: an entry for each release, which leads to the one that people read.
set(debian_changelog "")
set(release_elements "")
foreach(release IN LISTS releases)
    string(REPLACE " " ";" release ${release})
    list(GET release 0 version)
    list(GET release 1 date)
    execute_process(COMMAND date --utc --rfc-email --date=${date}
        OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(APPEND debian_changelog "halation (${version}) stable; urgency=medium\n\n"
           "  * ${version}, as CHANGELOG.md beside this file describes it.\n\n"
           " -- the halation authors <authors@halation.invalid>  ${day}\n\n")
    string(APPEND release_elements "    <release version=\"${version}\" date=\"${date}\"/>\n")
endforeach()
string(STRIP "${release_elements}" release_elements)
file(CONFIGURE OUTPUT ${made}/changelog CONTENT "${debian_changelog}")
configure_file(${packaging}/${id}.metainfo.xml.in ${made}/${id}.metainfo.xml @ONLY)
file(READ LICENSE licence)
string(REGEX REPLACE "^.*\n\n(Permission)" "\\1" licence "${licence}")
string(REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n(.)" "\n \\1" licence " ${licence}")
configure_file(${packaging}/copyright.in ${made}/copyright @ONLY)
configure_file(${packaging}/halation.1.in ${made}/halation.1 @ONLY)

add_custom_command(OUTPUT ${made}/changelog.gz DEPENDS ${made}/changelog
    COMMAND gzip --best --no-name --keep --force ${made}/changelog VERBATIM)
add_custom_command(OUTPUT ${made}/halation.1.gz DEPENDS ${made}/halation.1
    COMMAND gzip --best --no-name --keep --force ${made}/halation.1 VERBATIM)
foreach(size 48 64 128 256 512)
    set(icon ${made}/${size}.png)
    if(RSVG_CONVERT)
        add_custom_command(OUTPUT ${icon} DEPENDS ${packaging}/${id}.svg
            COMMAND ${RSVG_CONVERT} --width=${size} --height=${size} --output=${icon} ${packaging}/${id}.svg VERBATIM)
        list(APPEND made_files ${icon})
        install(FILES ${icon} DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps RENAME ${id}.png)
    endif()
endforeach()
add_custom_target(installed ALL DEPENDS ${made_files})

install(TARGETS halation)
install(FILES ${made}/halation.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${packaging}/${id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${packaging}/${id}.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${made}/${id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES assets/complete.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME halation)
install(FILES assets/complete.zsh DESTINATION ${HALATION_ZSH_FOLDER} RENAME _halation)
install(FILES assets/complete.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME halation.fish)
install(DIRECTORY shaders DESTINATION ${shared})
install(DIRECTORY assets/chains/ DESTINATION ${shared}/presets)
install(DIRECTORY docs/examples DESTINATION ${shared})
install(FILES README.md CHANGELOG.md ${made}/copyright ${made}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN examples EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME halation)
set(CPACK_PACKAGE_VENDOR "the halation authors")
set(CPACK_PACKAGE_CONTACT "the halation authors <authors@halation.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "laboratory for blur, bloom, dithering and tone mapping")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"halation draws a scene of high dynamic range, or a picture, and runs a chain
of effects on it on the GPU. In its window every parameter is a slider and
every pass shows its GPU time. Without a window it writes pictures and
sequences, measures which blur or bloom is the fastest, and compares pictures.
.
It needs OpenGL 4.3, on a GPU or in software.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What is opened while it runs: EGL and GL by libepoxy, the rest of X11 by GLFW, and a font.
string(CONCAT CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libgl1, libgl1-mesa-dri, fonts-dejavu-core, "
    "libx11-xcb1, libxcursor1, libxi6, libxinerama1, libxrandr2, libxrender1, libxxf86vm1")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
