#pragma once

#include "app/contact/contact_layout.h"
#include "render/paint/lettering.h"

// What all sheets of small pictures look like: their ground and letters, in the panel's colours.

// Makes the sheet, U8 and opaque, with nothing on it yet. To be finished.
void contact_draw_ground(struct image *sheet, const struct contact_layout *layout);

// Draws the heading and, below it, what the sheet is of.
void contact_draw_heading(struct image *sheet, const struct contact_layout *layout,
                          const struct font *font, const char *heading, const char *subject);

// Returns the letters of the words below a title, of so many pixels a line.
struct lettering contact_draw_letters(const struct font *font, int room);

// Draws the title and the words of the picture at that place.
void contact_draw_words(struct image *sheet, const struct contact_place *place,
                        const struct font *font, const char *title, const char *words);
