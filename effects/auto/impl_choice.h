#pragma once

#include "effects/auto/impl_times.h"
#include "effects/effect.h"

// effects/auto: choosing between the implementations of an effect, by estimates and by times.

// Choosing between the implementations of an effect: by an estimate from their cost and the GPU's
// profile, and where that cannot tell, by what they took when they were timed. Draws nothing.

struct gpu_profile;

// What a choice goes by.
struct impl_chooser {
    const struct gpu_profile *profile; // NULL: in the order of the effect's list
    const struct impl_times *times;    // NULL: by the profile alone
};

// What an implementation is expected to take. Nanoseconds.
struct impl_estimate {
    double model; // by its cost and the GPU's profile; 0 without a profile
    double timed; // by having run it, at this size or one near; 0: has not been
};

// False with the reason (if asked for) where it does not fit.
bool impl_estimate(const struct impl_chooser *chooser, const struct effect *effect,
                   const struct effect_impl *impl, const struct effect_site *site,
                   struct impl_estimate *estimate, char why[EFFECT_WHY_SIZE]);

// What each resource of this GPU needs for it by itself, of which the model is made. Nanoseconds.
struct impl_roofs {
    double launch; // passes, and reads that wait for one another
    double reads, stores, sums;
};

struct impl_roofs impl_roofs(const struct effect_impl *impl, const struct effect_site *site,
                             const struct gpu_profile *profile);

// One that may be taken: exact, or within the error that the step allows, and it fits.
struct impl_candidate {
    const struct effect_impl *impl;
    struct impl_estimate estimate;
    bool shares; // reads shared memory
};

// All of an effect, the cheapest by the profile first, or without one in the order of the list.
// Returns how many; `why` says what is in the way of the last that does not fit.
enum { IMPL_MAX_CANDIDATES = 64 };
int impl_list_candidates(const struct impl_chooser *chooser, const struct effect *effect,
                         const struct effect_site *site,
                         struct impl_candidate candidates[IMPL_MAX_CANDIDATES],
                         char why[EFFECT_WHY_SIZE]);

// How many of the first of a list the profile cannot tell apart: those worth timing.
enum { IMPL_MOST_TIMED = 6 };
int impl_count_near(const struct impl_candidate candidates[], int count);

// The cheapest that fits; of those that the profile cannot tell apart the first as fast as any when
// they were timed, or by the profile where they were not. NULL when none fits.
const struct effect_impl *impl_choose(const struct impl_chooser *chooser,
                                      const struct effect *effect, const struct effect_site *site,
                                      char why[EFFECT_WHY_SIZE]);

// What implementations are told apart by when they were timed: "dual rgba16f size=142 sigma=108".
void impl_time_key(const struct effect *effect, const struct effect_site *site,
                   char key[static IMPL_TIMES_KEY_SIZE]);
