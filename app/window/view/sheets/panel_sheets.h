#pragma once

#include "app/window/stage/stage.h"

// app/window/view/sheets: the sheets and pages beside the chain: times, point spread, two sides,
// keys, effects to add, presets, GLSL, the first help. Each is shown on a sheet that has begun.

void panel_keys_show(const struct stage *stage, struct workbench *workbench);

// Effects to add as a step: a field that filters them, and a list by kind.
void panel_add_show(const struct stage *stage, struct workbench *workbench);
void panel_add_forget(void); // lets it begin anew when it is shown the next time

// Presets and chain files with a small picture of each.
void panel_presets_show(const struct stage *stage, struct workbench *workbench);

// The GLSL that the selected step runs.
void panel_source_show(const struct stage *stage, struct workbench *workbench);

// How two sides are looked at and what is known of them, and the pixel under the pointer.
void panel_sides_show(const struct stage *stage, struct workbench *workbench);

// The point spread: what the selected blur makes of one lit texel, measured on the GPU.
void panel_spread_show(const struct stage *stage, struct workbench *workbench);

// The lines of help at the first start: a key or a gesture, and what it does.
struct panel_welcome_line {
    const char *keys, *help;
};

enum { PANEL_WELCOME_LINES = 3 };
extern const struct panel_welcome_line panel_welcome_lines[PANEL_WELCOME_LINES];

void panel_welcome_show(void);
