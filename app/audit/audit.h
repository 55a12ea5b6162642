#pragma once

#include "app/options.h"
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
// the table and failures. audit_report.h has both structs and functions that audits share:
// they draw chains and points, go through all blurs, set parameters to their test values, and read
// numbered files.
//
// audit.c has the table of audits. It prints a report, writes it as JSON and as JUnit's XML, and
// returns the exit status.
//
//   blurs     sigma, psf, odd_sizes, quality (all in audit_blurs.c), stability
//   chains    precision, nan (both in audit_precision.c), banding
//   scenes    scenes
//   impls     impls, which draws what app/harness chooses
//
// To add an audit, write its file, and name it in audit_report.h and in the table of audit.c.

enum { AUDITS_COUNT = 10 };

struct audit;
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
