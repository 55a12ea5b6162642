#pragma once

#include "app/audit/report/audit_tools.h"

// app/audit/scenes: the audit of scenes, charts by arithmetic and others by what is known of them.

extern const struct audit audit_scenes;
