#pragma once

#include "app/audit/report/audit_tools.h"
#include "render/text/names.h"

// The table of audits. Each is a constant in the file audit_<name>.c.

enum { AUDITS_COUNT = 10 };

extern const struct audit *const audits[AUDITS_COUNT + 1]; // ends with NULL
extern const struct names audits_names;

const struct audit *audits_find(const char *name); // NULL: there is none
void audits_print(void);                           // names and summaries, on stdout
