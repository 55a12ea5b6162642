#pragma once

#include "app/audit/blurs/audit_subject.h"
#include "app/measure/metrics/metrics.h"

// The width of a blur, of the image of a point.

// Measures the moments along one axis (sigma_x), the mean over points in 64 places. `sigma` is how
// wide it is about, px: what lies beyond seven times that is not seen.
bool audit_width_moments(struct lab *lab, struct audit_report *report, const char *text,
                         double sigma, bool down, struct metrics_moments *moments);

// The sigma of a subject: what was asked for, or, of one of the command line, what it measures; 0
// where it cannot be drawn.
double audit_width_of(struct lab *lab, struct audit_report *report,
                      const struct audit_subject *subject);
