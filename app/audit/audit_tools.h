#pragma once

#include "app/lab.h"
#include "app/measure/sheet.h"

// What an audit has found.
struct audit_report {
    const struct audit *audit;
    const struct options *options;
    int broken; // promises that were not kept
    struct sheet sheet;
};

struct audit {
    const char *name, *summary, *promise;
    void (*check)(struct lab *lab, struct audit_report *report);
};

// What the audits share. Images are IMAGE_TYPE_F64, and blurs run in RGBA32F: an audit of a
// construction does not measure how a format rounds.

enum { AUDIT_POINTS = 4 }; // one a channel

// Counts a promise that was not kept, and says on stderr which.
void audit_break(struct audit_report *report, const char *format, ...) PRINTF_LIKE(2, 3);

// Runs chain text on an image. Returns false, and counts a broken promise, when the chain is wrong
// or does not fit. Makes `output`, as large as the source, with linear light.
bool audit_draw(struct lab *lab, struct audit_report *report, const char *chain,
                const struct image *source, struct image *output);

// Does the same for display values, for a target of 8 bits but not yet rounded to it.
bool audit_draw_display(struct lab *lab, struct audit_report *report, const char *chain,
                        const struct image *source, struct image *output);

struct audit_place {
    double x, y; // whole numbers are texel centres
};

// Draws the chain's linear light of a square black picture of `side` texels with a point of light 1
// in each channel. A place between texel centres is shared by the texels around it.
bool audit_draw_points(struct lab *lab, struct audit_report *report, const char *chain, int side,
                       const struct audit_place places[AUDIT_POINTS], struct image *output);

// Returns the i-th effect that blurs, NULL past the last.
const struct effect *audit_blur(int i);

// Adds its name as a cell of a table. Baselines, of which nothing is promised, are told apart.
void audit_blur_cell(const struct effect *blur, struct sheet *sheet);

// Writes the chain text of a blur, up to its size: "dual:sigma=16".
enum { AUDIT_CHAIN_SIZE = 96 };
void audit_blur_text(const struct effect *blur, double sigma, char out[AUDIT_CHAIN_SIZE]);

// Makes the picture of a scene at its beginning. Returns false, and counts a broken promise, when
// the text is wrong.
bool audit_draw_scene(struct lab *lab, struct audit_report *report, const char *scene, int width,
                      int height, struct image *image);
