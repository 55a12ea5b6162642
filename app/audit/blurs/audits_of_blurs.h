#pragma once

#include "app/audit/report/audit_tools.h"

// app/audit/blurs: the audits of blurs: how wide they are, the image of a point, whether they stay
// calm, at odd sizes, and how near the Gaussian.

extern const struct audit audit_sigma, audit_psf, audit_stability, audit_odd_sizes, audit_quality;
