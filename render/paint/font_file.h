#pragma once

// The file of letters that the panel, sheets and overlays share: DejaVu Sans.

#ifdef __cplusplus
extern "C" {
#endif

// Returns where the file lies on this machine; NULL: nowhere that is known.
const char *font_file_path(void);
const char *font_file_mono_path(void); // letters of one width: DejaVu Sans Mono

#ifdef __cplusplus
}
#endif
