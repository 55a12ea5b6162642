#pragma once

#include "app/suite/bloom/bloom_facts.h"

// Draws nearness by time, bytes and shimmer of the blurs.
void bloom_charts_draw(struct suite_run *run, const struct bloom_facts *facts);
