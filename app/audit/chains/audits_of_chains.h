#pragma once

#include "app/audit/report/audit_tools.h"

// app/audit/chains: the audits of chains: what their formats, bands and numbers lose.

extern const struct audit audit_precision, audit_banding, audit_nan;
