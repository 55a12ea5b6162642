# The releases that CHANGELOG.md has parts for, the newest first: `releases` gets "0.2.0 2026-11-22", and `released` the
# date of the newest as manuals write it, "November 22, 2026".
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md releases REGEX "^## .[0-9.]+. - [0-9-]+$")
list(TRANSFORM releases REPLACE "^## .([0-9.]+). - ([0-9-]+)$" "\\1 \\2")
list(GET releases 0 newest)
if(NOT newest MATCHES "^[0-9.]+ ([0-9]+)-0?([0-9]+)-0?([0-9]+)$")
    message(FATAL_ERROR "CHANGELOG.md: the topmost release must be '## [0.2.0] - 2026-11-22'")
endif()
set(months "" January February March April May June July August September October November December)
list(GET months ${CMAKE_MATCH_2} month)
set(released "${month} ${CMAKE_MATCH_3}, ${CMAKE_MATCH_1}")
