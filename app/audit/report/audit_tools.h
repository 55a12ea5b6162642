#pragma once

#include "app/lab/lab.h"
#include "app/measure/quality/quality.h"
#include "app/results/table.h"

// app/audit/report: what an audit is and what it has found, and what audits share.

// What an audit has found.
struct audit_report {
    const struct audit *audit;
    const struct options *options;
    const struct footage *footage; // of --image
    int broken;                    // promises that were not kept
    char why[256];                 // the first of them
    char left_out[256];            // what was not looked at, in words; "" for nothing
    struct table table;
};

// A number of a promise. The name begins with that of the audit: "sigma.width".
struct audit_limit {
    const char *name;
    double value;
    const char *help; // the unit, and what has to be on which side of it
};

// What the command line may give for an audit to be about.
enum audit_given { AUDIT_CHAIN, AUDIT_SCENE, AUDIT_SIZE, AUDIT_FORMAT, AUDIT_GIVEN_COUNT };

struct audit {
    const char *name, *summary, *promise;
    const struct audit_limit *limits;       // ends with a zeroed one; NULL: none
    const char *refuses[AUDIT_GIVEN_COUNT]; // why it does not take something; NULL: it does
    // Refuses what of these it cannot take beyond that, "needs ..."; NULL: it takes all.
    bool (*accepts)(const struct options *options, struct error *error);
    void (*check)(struct lab *lab, struct audit_report *report);
};

// What the audits share. Images are IMAGE_TYPE_F64, and blurs run in RGBA32F where no format is
// given: an audit of a construction does not measure how a format rounds.

enum { AUDIT_CHAIN_SIZE = 512 };

// Counts a promise that was not kept, and says on stderr which.
void audit_break(struct audit_report *report, const char *format, ...) PRINTF_LIKE(2, 3);

// The value of a limit of the report's audit: as the command line has it, or the audit's own.
double audit_limit(const struct audit_report *report, const char *name);

// The format of the command line, or RGBA32F.
enum texture_format audit_format(const struct audit_report *report);

// How the report's chains are drawn: in that format, with the fusing of the command line.
struct drawing audit_drawing(struct lab *lab, const struct audit_report *report);

// Runs a chain on an image, with the fusing of the command line. `linear`: what comes out is light.
// Otherwise as audit_draw.
bool audit_draw_chain(struct lab *lab, struct audit_report *report, const struct chain *chain,
                      bool linear, const struct image *source, struct image *output);

// Runs chain text on an image. Returns false, and counts a broken promise, when the chain is wrong
// or does not fit. Makes `output`, as large as the source, with linear light.
bool audit_draw(struct lab *lab, struct audit_report *report, const char *chain,
                const struct image *source, struct image *output);

// Does the same for display values, for a target of 8 bits but not yet rounded to it.
bool audit_draw_display(struct lab *lab, struct audit_report *report, const char *chain,
                        const struct image *source, struct image *output);

// As drawing_points, of chain text.
bool audit_draw_points(struct lab *lab, struct audit_report *report, const char *chain, int side,
                       const struct drawing_place places[DRAWING_POINTS], struct image *output);

// Returns the i-th effect that blurs, NULL past the last.
const struct effect *audit_blur(int i);

// Makes the picture of a scene at its beginning. Returns false, and counts a broken promise, when
// the text is wrong.
bool audit_draw_scene(struct lab *lab, struct audit_report *report, const char *scene, int width,
                      int height, struct image *image);
