#pragma once

#include "render/image/image.h"
#include "render/text/error.h"

#include <stdatomic.h>

// The state of an image file that is being read, and functions that all readers use.

enum { IMAGE_NOTE_SIZE = 320 };

// The image of a file, and what its reader has to know.
struct image_picture {
    struct image image;
    bool is_light;              // scene-linear; otherwise display values
    struct image_texts *texts;  // receives the texts of the file; NULL: they are not read
    const atomic_bool *stop;    // true: cancel reading; NULL: never
    char note[IMAGE_NOTE_SIZE]; // warning about unsupported or damaged content; "": none
};

// Appends to the note, separated by "; ". Text that does not fit is cut.
void image_note(struct image_picture *picture, const char *format, ...) PRINTF_LIKE(2, 3);

// Returns true, and sets the error, if reading was cancelled. Readers call it for each row or
// chunk.
bool image_is_stopped(const struct image_picture *picture, struct error *error);

// Like image_is_stopped, without an error: for conversions, which call it for each row and may then
// return early.
bool image_is_cancelled(const struct image_picture *picture);

// Returns true if an image of that size is within the limits.
bool image_check_size(uint64_t width, uint64_t height, struct error *error);

// Sets the error of a truncated file and returns false. Readers also call it before they allocate
// texels if the file is too short for the size in its header, so that a tiny file cannot cause a
// huge allocation.
bool image_cut_off(struct error *error);

// Returns true if this machine is little-endian.
bool image_host_is_little(void);
