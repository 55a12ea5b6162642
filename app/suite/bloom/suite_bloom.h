#pragma once

#include "app/suite/run/suite_tools.h"

// app/suite/bloom: blurs of one width by time, bytes, nearness to the Gaussian and shimmer.

extern const struct suite suite_bloom;
