#pragma once

#include "effects/auto/impl_cost.h"
#include "effects/auto/impl_times.h"

// effects/auto: chooses between the implementations of an effect, by estimates and measured times.

// Chooses between the implementations of an effect: by an estimate from their cost and the GPU's
// profile and, if estimates are too close, by the times that were measured. Draws nothing.

// Inputs of a choice.
struct impl_chooser {
    const struct gpu_profile *profile; // NULL: the order of the effect's list decides
    const struct impl_times *times;    // NULL: only the profile decides
};

// The expected times of one run of an implementation, in nanoseconds.
struct impl_estimate {
    double model; // from its cost and the GPU's profile; 0 without a profile
    double timed; // from a measurement at this size or a similar one; 0: not measured
    bool shares;  // its programs read shared memory
};

// Returns false, with the reason in `why` (may be NULL), if the implementation does not fit.
bool impl_estimate(const struct impl_chooser *chooser, const struct effect_impl *impl,
                   const struct effect_site *site, struct impl_estimate *estimate,
                   struct error *why);

// The time that each resource of this GPU would take for the work if it were the only one, in
// nanoseconds (the roofs of a roofline model). impl_estimate combines them.
struct impl_roofs {
    double launch; // starts of passes, and dependent reads
    double reads, stores, sums;
};

struct impl_roofs impl_roofs(const struct effect_impl *impl, const struct effect_site *site,
                             const struct cost *cost, const struct gpu_profile *profile);

// An implementation that fits and is exact, or within the error that the step allows.
struct impl_candidate {
    const struct effect_impl *impl;
    struct impl_estimate estimate;
};

// Lists all candidates of an effect, the cheapest by the profile first, or in the order of the
// effect's list if there is no profile. Returns their number; `why` has the reason of the last
// implementation that does not fit.
enum { IMPL_MAX_CANDIDATES = 64 };
int impl_list_candidates(const struct impl_chooser *chooser, const struct effect_site *site,
                         struct impl_candidate candidates[IMPL_MAX_CANDIDATES], struct error *why);

// Returns the number of candidates at the start of the list that the profile cannot tell apart from
// the cheapest, and that are worth timing.
enum { IMPL_MAX_TIMED = 6 };
int impl_count_near(const struct impl_candidate candidates[], int count);

// Returns the cheapest implementation that fits. Among those that the profile cannot tell apart it
// is the first whose measured time is within 5 % of the fastest, or without measurements the
// cheapest by the profile. NULL: no implementation fits.
const struct effect_impl *impl_choose(const struct impl_chooser *chooser,
                                      const struct effect_site *site, struct error *why);

// Writes the key under which times are stored: "dual rgba16f size=142 sigma=108".
void impl_time_key(const struct effect_site *site, char key[IMPL_TIMES_KEY_SIZE]);
