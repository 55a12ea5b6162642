#pragma once

#include "app/bench/bloom/bloom_facts.h"
#include "app/bench/bloom/bloom_scaled.h"

// The report of the bloom suite: the table, which of Bjørge's claims hold, what a lower resolution
// gains and loses, and charts.

void bloom_report(struct suite_run *run);

// The same of facts that are known.
void bloom_report_facts(struct suite_run *run, const struct bloom_facts *facts,
                        const struct bloom_scaled scaled[BLOOM_SCALES]);
