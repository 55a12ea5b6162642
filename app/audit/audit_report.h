#pragma once

#include "app/harness/harness.h"
#include "app/measure/quality/quality.h"
#include "app/results/table.h"

// The structs of an audit and of its report, and functions that audits share. Images are
// IMAGE_TYPE_F64, and blurs run in RGBA32F where no format is given: an audit of a construction
// does not measure how a format rounds.

// Numbered files as footage: --image 'shot_%04d.png', counted from 0 or 1 up to the first that is
// missing. A file of that very name goes first.
struct footage {
    int first, count; // 0: it is none
    struct scene_choice pattern;
};

enum { AUDIT_WHY_SIZE = CHAIN_TEXT_SIZE + 256 }; // a chain and what is wrong with it

// A part of an audit with a result of its own: an effect and one of its implementations.
struct audit_case {
    const char *of, *name; // constants: an effect and its implementation
    char *left_out;        // why it was not tried, owned; NULL: it was
    int begin, end;        // its findings
};

// The results of an audit.
struct audit_report {
    const struct audit *audit;
    struct renderer *renderer;
    struct harness_server *server;   // of audits that run in processes of their own; NULL: here
    const struct draw_options *draw; // of the command line
    const struct audit_options *options;
    const struct footage *footage; // of --image
    double seconds;                // that the audit took
    int broken;                    // promises that were not kept
    char **findings;               // a sentence for each of them; owned
    int case_count;                // 0: it judges all as one
    struct audit_case *cases;      // owned
    char left_out[256];            // what was not looked at, in words; "" for nothing
    struct table table;
};

// Kinds of input that the command line may give to an audit.
enum audit_given { AUDIT_CHAIN, AUDIT_SCENE, AUDIT_SIZE, AUDIT_FORMAT, AUDIT_GIVEN_COUNT };

enum { AUDIT_MOST_WIDTHS = 3 };
struct audit_subject;

struct audit {
    const char *name, *summary, *promise;
    const struct table_column *columns;     // of the report's table
    const char *refuses[AUDIT_GIVEN_COUNT]; // why it does not take something; NULL: it does
    // Refuses what of these it cannot take beyond that, "needs ..."; NULL: it takes all.
    bool (*accepts)(const struct draw_options *draw, struct error *error);
    void (*check)(struct audit_report *report);
    // An audit of blurs has the widths at which each is measured, px, and a function that measures
    // one that is `sigma` px wide and adds its rows.
    double sigmas[AUDIT_MOST_WIDTHS];
    void (*measure)(struct audit_report *report, const struct audit_subject *subject, double sigma);
};

extern const struct audit audit_sigma, audit_psf, audit_stability, audit_odd_sizes, audit_quality,
    audit_precision, audit_nan, audit_banding, audit_scenes, audit_impls;

// Releases what was found.
void audit_report_finish(struct audit_report *report);

// Begins a case, to which belongs what breaks until the next one. `left_out` NULL: it was tried.
void audit_begin_case(struct audit_report *report, const char *of, const char *name,
                      const char *left_out);

// Says something of the audit on stderr.
void audit_say(const struct audit_report *report, const char *format, ...) PRINTF_LIKE(2, 3);

// Counts a promise that was not kept, and says on stderr which.
void audit_break(struct audit_report *report, const char *format, ...) PRINTF_LIKE(2, 3);

// Does so unless `value` is at most `limit`. NaN is not.
void audit_hold(struct audit_report *report, double value, float limit, const char *format, ...)
    PRINTF_LIKE(4, 5);

// ---- drawing. What returns false has counted a broken promise.

// Returns how the report's chains are drawn: in the format of the command line or RGBA32F, with its
// fusing.
struct drawing audit_drawing(const struct audit_report *report);

// Returns `done`; false with what cannot be done with a chain.
bool audit_done(struct audit_report *report, const struct chain *chain, bool done,
                const struct error *error);

// Runs a chain on an image. `linear`: what comes out is light; otherwise display values, for a
// target of 8 bits but not yet rounded to it. Makes `output`, as large as the source.
bool audit_draw(struct audit_report *report, const struct chain *chain, bool linear,
                const struct image *source, struct image *output);

// Finds the files, and makes `scene` their first one. False with the reason where there is none.
bool footage_find(struct footage *footage, struct scene_choice *scene, struct error *error);

// Makes the renderer's scene the i-th frame, 0 to count - 1.
bool audit_show_footage(struct audit_report *report, int i);

// ---- every blur of the program at widths of the audit's own, or, with --chain, every blur of that
// chain as it stands there, each alone

struct audit_subject {
    char text[CHAIN_TEXT_SIZE]; // as a chain of one step, lengths in px
    char name[CHAIN_TEXT_SIZE]; // for a cell: the effect's; the text of one of the command line
    struct chain chain;
    const struct effect *blur;
    double sigma;             // asked for, px
    bool is_mine, is_by_hand; // of the command line; whose width its other numbers decide
    bool may_differ;          // it is cut short, or what it takes may state an error
};

// The i-th subject, at `sigma` px, or the most that it allows, unless it is of the command line.
// False past the last.
bool audit_subject_at(const struct audit_report *report, int i, double sigma,
                      struct audit_subject *subject);

// Returns how many of `count` widths are measured: fewer with --quick, and one of a subject of the
// command line, whatever it is.
int audit_subject_widths(const struct audit_report *report, int count);

// Measures the width along one axis (sigma_x), the mean over points in 64 places. `sigma` is how
// wide it is about, px: what lies beyond seven times that is not seen.
bool audit_subject_moments(struct audit_report *report, const struct audit_subject *subject,
                           double sigma, bool down, struct metrics_moments *moments);

// The sigma of a subject: what was asked for, or, of one of the command line, what it measures; 0
// where it cannot be drawn.
double audit_subject_width(struct audit_report *report, const struct audit_subject *subject);

// For struct audit.accepts: there is a blur, and the format has the alpha and the small values that
// points need.
bool audit_subject_accepts(const struct draw_options *draw, struct error *error);
