#pragma once

#include "app/suite/bloom/bloom_facts.h"

// Says which of the claims hold that M. Bjørge made of the dual blur in Bandwidth-efficient
// rendering, SIGGRAPH 2015.
void bloom_claims_say(struct suite_run *run, const struct bloom_facts *facts);
