#pragma once

#include "render/paint/lettering.h"

// Words of several lines below a small picture, broken as chains and sentences are.

// Returns how many lines a text takes where each has so much room (letters->room), up to `most`.
int contact_words_lines(const struct lettering *letters, const char *text, int most);

// Draws the text on as many lines as the area has. The last takes the rest, cut where it must be.
void contact_words_draw(struct image *image, const struct lettering *letters,
                        const struct paint_area *area, const char *text);
