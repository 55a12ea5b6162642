#pragma once

#include "app/audit/report/audit_tools.h"

// What audits of blurs measure: every blur of the program at widths of their own, or, with --chain,
// every blur of that chain as it stands there, each alone.

struct audit_subject {
    char text[AUDIT_CHAIN_SIZE]; // as a chain of one step, lengths in px
    const struct effect *blur;
    double sigma;             // asked for, px
    bool is_mine, is_by_hand; // of the command line; whose width its other numbers decide
    bool may_differ;          // it is cut short, or what it takes may state an error
};

// The i-th subject, at `sigma` px unless it is of the command line. False past the last.
bool audit_subject_at(const struct lab *lab, const struct audit_report *report, int i, double sigma,
                      struct audit_subject *subject);

// How many of `count` widths are measured: fewer with --quick, and one of a subject of the command
// line, whatever it is.
int audit_subject_widths(const struct audit_report *report, int count);

// Adds its name as a cell of a table: the effect's, the whole step of one of the command line.
// Baselines, of which nothing is promised, are told apart.
void audit_subject_cell(const struct audit_subject *subject, struct table *table);

// Whether something is promised of it: of all but the baselines.
bool audit_subject_promises(const struct audit_subject *subject);

// For struct audit.accepts: there is a blur, and the format has the alpha and the small values that
// points need.
bool audit_subject_accepts(const struct options *options, struct error *error);
