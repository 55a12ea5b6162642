#pragma once

// The lines of help at the first start: keys, or what hands do, and what comes of it.
struct panel_welcome_line {
    const char *keys, *help;
};

enum { PANEL_WELCOME_LINES = 3 };
extern const struct panel_welcome_line panel_welcome_lines[PANEL_WELCOME_LINES];

// Shows them; on a sheet that has begun.
void panel_welcome_show(void);
