#pragma once

#include "app/bench/run/suite_tools.h"

// app/bench/bloom: blurs of one width by time, bytes, nearness to the Gaussian and shimmer.

extern const struct suite suite_bloom;
