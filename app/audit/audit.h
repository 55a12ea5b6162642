#pragma once

#include "app/options.h"
#include "render/text/names.h"
#include "render/text/param.h"

// app/audit: what the program promises, measured without a clock. The numbers are the same on every
// run, and on a software renderer too.
//
//   halation --audit                             every audit
//   halation --audit=sigma --chain kawase        one of them, of the blurs of a chain
//   halation --audit=sigma --limit sigma.width=1 by another limit than the promise's
//
// An audit is a constant, such as `audit_scenes` in audit_scenes.c. It has a promise, the columns
// of its table, what of the command line it cannot be about, and a function that measures. The
// limits that promises hold to are rows of one table, in audit.c. That function fills a struct
// audit_report: rows of the table, and broken promises. audit_report.h has both structs and what
// audits share: drawing chains and points, every blur in turn, values for every parameter, files as
// footage.
//
// audit.c has the table of audits and all that is done with a report: it prints it, writes it as
// JSON and as JUnit's XML, and gives the exit status.
//
//   blurs     sigma, psf, odd_sizes, quality (all in audit_blurs.c), stability
//   chains    precision, nan (both in audit_precision.c), banding
//   scenes    scenes
//   impls     impls, which draws what app/harness chooses
//
// To add one, write its file, and name it in audit_report.h and in the table of audit.c.

enum { AUDITS_COUNT = 10 };

struct audit;
extern const struct names audits_names;

// Rows of struct audit_limits: "sigma.width" is a limit of the audit `sigma`, with its own value as
// the default.
extern const struct param audit_limit_rows[];

// Prints names with summaries on stdout.
void audits_print(void);

// Finds the audit that is asked for, or all that can take what is given; the others are named on
// stderr. Returns how many; 0, with what it does not take and why, where the one that is asked for
// cannot.
int audits_choose(const struct audit *chosen[AUDITS_COUNT], const struct draw_options *draw,
                  const struct audit_options *options, struct error *error);

// Runs what is asked for. Returns the exit status: EXIT_FAILURE when a promise is broken.
int audit_run(const struct audit_options *options, const struct draw_options *draw,
              const struct outputs *outputs);

// Print the subject of outputs_write: what ran, or why nothing could.
bool audit_print_json(const void *results, FILE *out);
bool audit_print_junit(const void *results, FILE *out);
