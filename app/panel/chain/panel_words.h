#pragma once

#include "effects/chain.h"
#include "render/scene/scene.h"

// Text that was entered into a field and could not be used, such as the name of a palette that does
// not exist. The owner of the values takes it back; the field keeps it, to be mended.

// To be called after the text became the value; `is_text`: it did.
void panel_words_entered(const struct param *param, const void *values, const char *text,
                         bool is_text);

// Returns what the field of that row shows instead of its value; NULL: nothing was refused.
const char *panel_words_refused(const struct param *param, const void *values);

// To be called once a frame, after the owner had a chance to take values back. Returns whether
// something is to be mended: it is until other text becomes the value, by whatever way, or the row
// is gone.
bool panel_words_follow(const struct chain *chain, const struct scene_choice *scene);
