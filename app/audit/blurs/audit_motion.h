#pragma once

#include "app/audit/report/audit_tools.h"

// For the audit of stability, with pictures of the command line.

// Whether it is a picture of the command line that moves, a scene's or a chain's.
bool audit_motion_is_asked_for(const struct options *options);

// Moves a still picture by parts of a pixel, or takes footage frame by frame, and fills the report:
// of the chain of the command line, or of every blur.
void audit_motion_check(struct lab *lab, struct audit_report *report);

// For struct audit.accepts: whether anything of the chain works on light alone.
bool audit_motion_accepts(const struct options *options, struct error *error);
