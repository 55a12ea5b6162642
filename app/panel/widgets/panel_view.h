#pragma once

#include "app/edit/preset.h"
#include "app/measure/trials.h"
#include "app/panel/widgets/layout.h"
#include "app/panel/widgets/panel_widgets.h"
#include "app/stats/pass_history.h"
#include "app/stats/pass_stats.h"
#include "effects/chain.h"
#include "render/histogram.h"
#include "render/scene/scene.h"

// What the panel shows and changes.

enum { PANEL_MEDIAN_FRAMES = 120 }; // of which the tree of times shows medians

enum panel_pace { PANEL_PLAYS, PANEL_PAUSED, PANEL_STILL }; // still: drawn when something changes

// The one large sheet that may lie over the picture.
enum panel_sheet { PANEL_NO_SHEET, PANEL_KEYS, PANEL_ADD, PANEL_PRESETS, PANEL_SOURCE };

// Pages of the sheet at the left; in a narrow window, of the one sheet, after the chain.
enum panel_page { PANEL_TIMES, PANEL_LIGHT, PANEL_SPREAD, PANEL_SIDES, PANEL_PAGES };

// What is said of two sides, or of the pixel under the pointer: on a strip over the picture, or,
// where that has no room for it, on a page.
enum { PANEL_SIDES_LINES = 6, PANEL_SIDES_SIZE = 160 };

enum { PANEL_MOST_PRESETS = 128 };

struct panel_sides {
    bool shown;
    int way;                 // of looking; changed in place. -1: there is one side
    const char *const *ways; // their names, NULL-terminated
    struct widgets_table pixel, numbers;
    int pixel_side; // of two: which the pointer is over
    int line_count;
    char lines[PANEL_SIDES_LINES][PANEL_SIDES_SIZE];
};

// How light and values are spread.
struct panel_light {
    bool wanted;      // out: somebody looks at it
    bool logarithmic; // heights
    const char *side; // whose it is; NULL: there is one side
    // Before the chain, with the values that are seen, and as far as the chain keeps light. NULL:
    // not known yet.
    const struct histogram *before, *after;
};

// What a chain can be opened from, with small pictures.
struct panel_presets {
    int count;
    struct panel_preset {
        const char *name;
        const char *error; // NULL: it can be opened
        unsigned picture;  // OpenGL's name of a texture; 0: not drawn yet
    } all[PANEL_MOST_PRESETS];
    int *chosen;       // changed in place
    int columns;       // out: of the grid
    int width, height; // out: of a picture, pixels
};

struct panel_spread; // panel_spread.h
struct panel_source; // panel_source.h

struct panel_view {
    // Changed in place.
    struct chain *chain;
    struct scene_choice *scene;
    int *step, *param; // selected
    enum panel_sheet *sheet;
    enum panel_page *page;
    bool *on_page;           // in a narrow window: the page is shown, not the chain
    struct pass_place *pass; // looked at
    int *source_text;        // of `source`, the one that is shown

    struct panel_light *light;
    struct panel_sides *sides;
    const struct trials *trials; // of implementations; NULL: none
    const struct side *side;     // what runs; NULL: not known
    const struct panel_spread *spread;
    bool logarithmic; // heights of the point spread, as of light
    const struct panel_source *source;
    const struct pass_stats *stats;     // of up to PANEL_MEDIAN_FRAMES frames
    const struct pass_history *history; // to the same frames
    struct panel_presets *presets;      // read where their sheet is shown
    const char *renderer;
    const char *preset;   // NULL: a chain of one's own
    bool preset_changed;  // since it was chosen
    const char *file;     // of the chain, before its preset; NULL: none
    bool file_changed;    // it does not hold the chain as it is now
    int width, height;    // of the picture
    double frame_seconds; // of the clock on the wall, from one to the next; 0: not known
    // Milliseconds that the panel itself takes, medians; 0: not known.
    double panel_cpu, panel_gpu;
    enum panel_pace pace;
    bool viewing_step;
    bool types; // the selected value is to be typed from now on, or chosen in its list
    bool panel_shown, welcome;                    // welcome: the lines of help at the first start
    const char *(*key)(int i, const char **help); // of the help: the key's name, NULL past the last
    bool (*key_is_one)(int i); // of them: it can be clicked in the help. NULL: none can
    // Returns the name of the key that does an action, and gives its help: panel_button.h.
    const char *(*action_key)(const char *action, const char **help);
    const char *message; // NULL: none
    bool message_is_error;
    const struct chain_place *place; // that the message is about; NULL: none

    // Out.
    const char *action;         // whose button was pressed; NULL: none
    int clicked;                // the key of the help that was clicked; -1: none
    const struct effect *added; // chosen in the list of PANEL_ADD; NULL: none
    int dragged, dropped_at;    // a step whose line was dragged, and its new place; -1: none
    bool words_refused;         // a field shows text that was entered and is not the chain's
    struct layout_rect free;    // what no sheet covers
};
