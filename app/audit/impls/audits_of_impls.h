#pragma once

#include "app/audit/report/audit_tools.h"

// app/audit/impls: the audit of implementations, each held against the reference.

extern const struct audit audit_impls;
