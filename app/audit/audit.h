#pragma once

#include "app/harness/harness.h"
#include "app/measure/quality/quality.h"
#include "app/results/table.h"
#include "render/text/names.h"
#include "render/text/param.h"

// app/audit: checks what the program states of itself, without measuring time. The numbers are the
// same on every run, and on a software renderer too.
//
//   halation --audit                             every audit
//   halation --audit=sigma --chain kawase        one audit, with the blurs of a chain
//   halation --audit=sigma --limit sigma.width=1 with another limit than the stated one
//
// An audit is a constant, such as `audit_scenes` in audit_scenes.c. It has limits, the columns
// of its table, the options that it rejects, and a function that measures. The limits of all
// audits are rows of one table, in audit.c. The function fills a struct audit_report with rows of
// the table and failures. audit_report.c has functions that audits share: they draw chains, go
// through all blurs, and read numbered files.
//
// audit.c has the table of audits. It prints a report, writes it as JSON and as JUnit's XML, and
// returns the exit status.
//
//   blurs     sigma, psf, odd_sizes, quality (all in audit_blurs.c), stability
//   chains    precision, nan (both in audit_precision.c), banding
//   scenes    scenes
//   impls     impls, which draws what app/harness chooses
//
// To add an audit, write its file, and name it below and in the table of audit.c.

// ---- an audit and its report. Images are IMAGE_TYPE_F64. Blurs run in RGBA32F unless the command
// line gives a format, since an audit of a construction does not measure rounding.

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
    const struct audit_limits *limits; // of the options
    const struct footage *footage;     // of --image
    struct drawing drawing;            // format of the command line or RGBA32F, and its fusing
    double seconds;                    // duration of the audit
    int failures;                      // number of findings
    char **findings;                   // a sentence for each failure; owned
    int case_count;                    // 1 but for an audit whose parts have their own results
    struct audit_case *cases;          // owned
    char left_out[256];                // description of what was skipped; "": nothing
    struct error error;                // of the last function that failed
    struct table table;
};

// Kinds of input that the command line may give to an audit.
enum audit_given { AUDIT_CHAIN, AUDIT_SCENE, AUDIT_SIZE, AUDIT_FORMAT, AUDIT_GIVEN_COUNT };

enum { AUDIT_MAX_WIDTHS = 3 };
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
    double sigmas[AUDIT_MAX_WIDTHS];
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

// Returns `done`. If it is false, counts a failure of the chain with the report's error.
bool audit_done(struct audit_report *report, const struct chain *chain, bool done);

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

enum { AUDIT_OPTION_SIZE = 48 };

struct audit_subject {
    char text[CHAIN_TEXT_SIZE]; // chain text of one step; lengths are in px
    char name[CHAIN_TEXT_SIZE]; // for the table: name of the effect; of a blur of the command line
                                // its text
    char option[AUDIT_OPTION_SIZE];
    struct chain chain;
    const struct effect *blur;
    double sigma;                     // requested, px
    bool is_given, has_derived_width; // is_given: from the command line; has_derived_width: other
                                      // parameters than sigma set its width
    bool may_differ;                  // the kernel is cut, or an implementation may state an error
};

// Makes the i-th subject with a sigma of `sigma` px, or the largest that it allows, and an option
// such as ":iterations=2" or ""; a subject of the command line keeps its own. Returns false past
// the last.
bool audit_subject_at(const struct audit_report *report, int i, double sigma, const char *option,
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

// ---- all audits

enum { AUDITS_COUNT = 10 };

extern const struct names audits_names;

// The rows of struct audit_limits. "sigma.width" is a limit of the audit `sigma`; its default is
// the stated value.
extern const struct param audit_limit_rows[];

// Prints names with summaries on stdout.
void audits_print(void);

// Finds the requested audit, or else all audits that accept the command line; the others are named
// on stderr. Returns how many; 0 after printing the reason if the requested audit rejects the
// command line.
int audits_choose(const struct audit *chosen[AUDITS_COUNT], const struct draw_options *draw,
                  const struct audit_options *options, struct error *error);

// Runs the requested audits. Returns the exit status: EXIT_FAILURE if an audit failed.
int audit_run(const struct audit_options *options, const struct draw_options *draw,
              const struct outputs *outputs);

// Print the subject of outputs_write: what the audits found, or why none could run.
bool audit_print_json(const void *results, FILE *out);
bool audit_print_junit(const void *results, FILE *out);
