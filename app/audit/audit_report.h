#pragma once

#include "app/harness/harness.h"
#include "app/measure/quality/quality.h"
#include "app/results/table.h"

// The structs of an audit and its report, and functions that audits share. Images are
// IMAGE_TYPE_F64. Blurs run in RGBA32F unless the command line gives a format, since an audit of a
// construction does not measure rounding.

// Numbered files as an animation: --image 'shot_%04d.png', counted from 0 or 1 up to the first that
// is missing. If there is a file with exactly that name, it is used instead.
struct footage {
    int first, count; // count 0: there are no numbered files
    struct scene_choice pattern;
};

enum { AUDIT_WHY_SIZE = CHAIN_TEXT_SIZE + 256 }; // a chain and its error

// A part of an audit with its own result: an implementation of an effect.
struct audit_case {
    const char *of, *name; // borrowed: names of an effect and its implementation
    char *left_out;        // reason why it was skipped, owned; NULL: it was tested
    int begin, end;        // range of its findings
};

// The results of an audit.
struct audit_report {
    const struct audit *audit;
    struct renderer *renderer;
    struct harness_server *server;   // for audits that run in child processes; NULL: runs here
    const struct draw_options *draw; // of the command line
    const struct audit_options *options;
    const struct footage *footage; // of --image
    struct drawing drawing;        // format of the command line or RGBA32F, and its fusing
    double seconds;                // duration of the audit
    int failures;                  // number of findings
    char **findings;               // a sentence for each failure; owned
    int case_count;                // 0: the audit has a single result
    struct audit_case *cases;      // owned
    char left_out[256];            // description of what was skipped; "": nothing
    struct table table;
};

// Kinds of input that the command line may give to an audit.
enum audit_given { AUDIT_CHAIN, AUDIT_SCENE, AUDIT_SIZE, AUDIT_FORMAT, AUDIT_GIVEN_COUNT };

enum { AUDIT_MOST_WIDTHS = 3 };
struct audit_subject;

struct audit {
    const char *name, *summary, *limits;
    const struct table_column *columns;     // of the report's table
    const char *refuses[AUDIT_GIVEN_COUNT]; // reason for a rejection; NULL: accepts it
    // Checks the accepted input further; the error begins "needs ...". NULL: all of it is valid.
    bool (*accepts)(const struct draw_options *draw, struct error *error);
    void (*check)(struct audit_report *report);
    // An audit of blurs sets the widths in px at which each blur is measured, and a function that
    // measures one of `sigma` px and adds its rows.
    double sigmas[AUDIT_MOST_WIDTHS];
    void (*measure)(struct audit_report *report, const struct audit_subject *subject, double sigma);
};

extern const struct audit audit_sigma, audit_psf, audit_stability, audit_odd_sizes, audit_quality,
    audit_precision, audit_nan, audit_banding, audit_scenes, audit_impls;

// Frees the findings.
void audit_report_finish(struct audit_report *report);

// Begins a case; findings belong to it until the next one. `left_out` NULL: it is tested.
void audit_begin_case(struct audit_report *report, const char *of, const char *name,
                      const char *left_out);

// Prints a line about the audit on stderr.
void audit_log(const struct audit_report *report, const char *format, ...) PRINTF_LIKE(2, 3);

// Counts a failure, and prints it on stderr.
void audit_fail(struct audit_report *report, const char *format, ...) PRINTF_LIKE(2, 3);

// ---- drawing. A function that returns false has counted a failure.

// Returns `done`. If it is false, counts a failure with the error of the chain.
bool audit_done(struct audit_report *report, const struct chain *chain, bool done,
                const struct error *error);

// Runs a chain on an image. `linear`: the output is light; otherwise it is display values for an
// 8-bit target, not yet rounded. Creates `output` in the size of the source.
bool audit_draw(struct audit_report *report, const struct chain *chain, bool linear,
                const struct image *source, struct image *output);

// Finds the files, and sets `scene` to the first one. Returns false with the reason if there is
// none.
bool footage_find(struct footage *footage, struct scene_choice *scene, struct error *error);

// Sets the renderer's scene to the i-th frame, 0 to count - 1.
bool audit_show_footage(struct audit_report *report, int i);

// ---- all blurs of the program at the audit's widths; with --chain each blur of that chain alone,
// with its own width

struct audit_subject {
    char text[CHAIN_TEXT_SIZE]; // chain text of one step; lengths are in px
    char name[CHAIN_TEXT_SIZE]; // for the table: name of the effect; of a blur of the command line
                                // its text
    struct chain chain;
    const struct effect *blur;
    double sigma;                     // requested, px
    bool is_given, has_derived_width; // is_given: from the command line; has_derived_width: other
                                      // parameters than sigma set its width
    bool may_differ;                  // the kernel is cut, or an implementation may state an error
};

// Makes the i-th subject with a sigma of `sigma` px, or the largest that it allows; a subject of
// the command line keeps its own. Returns false past the last.
bool audit_subject_at(const struct audit_report *report, int i, double sigma,
                      struct audit_subject *subject);

// Returns how many of `count` widths are measured: fewer with --quick, and one for a subject of the
// command line.
int audit_subject_widths(const struct audit_report *report, int count);

// Measures the width along one axis (sigma_x), as the mean over points at 64 positions. `sigma` is
// the approximate width in px: light farther away than seven times that is ignored.
bool audit_subject_moments(struct audit_report *report, const struct audit_subject *subject,
                           double sigma, bool down, struct metrics_moments *moments);

// Returns the sigma of a subject: the requested one, or, of a subject of the command line, the
// measured one; 0 if it cannot be drawn.
double audit_subject_width(struct audit_report *report, const struct audit_subject *subject);

// Implements audit.accepts: there must be a blur, and the format must have alpha and the small
// values that points need.
bool audit_subject_accepts(const struct draw_options *draw, struct error *error);
