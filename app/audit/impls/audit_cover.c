#define LOG_MODULE "audit"
#include "app/audit/impls/audit_cover.h"

#include "render/text/log.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SETTINGS = 320, MOST_FREE = 10, MOST_TEXELS = 1 << 16, MOST_VARIANTS = 16384 };

// All settings of an effect by one implementation.
struct rehearsals {
    struct audit_marks marks;
    int count;
    struct rehearsal {
        int setting, texels;
        bool is_chosen;
        struct audit_run_marks run;
    } all[MOST_SETTINGS];
};

// Variants of programs, and whether one that was chosen has them.
struct variants {
    int count;
    struct {
        struct audit_variant variant;
        bool is_compiled;
    } all[MOST_VARIANTS];
};

void audit_cover_trial(const struct audit_choice_of_setting *choice, struct audit_trial *trial)
{
    *trial = (struct audit_trial){ 0 };
    audit_setting_make(choice->effect, choice->setting, &trial->setting);
    if (choice->effect->pointwise)
        trial->fuse = (enum plan_fuse) choice->by;
    else
        trial->impl = choice->effect->impls[choice->by];
    audit_trial_name(trial);
}

// Whether it has the programs of the implementation before it: then one of them goes through what
// all have, and each through what is its own.
static bool shares_programs(const struct effect *effect, int by)
{
    return !effect->pointwise && by > 0 &&
           effect->impls[by]->programs == effect->impls[by - 1]->programs;
}

static void rehearse_all(struct lab *lab, const struct effect *effect, int by,
                         struct rehearsals *rehearsals)
{
    struct audit_trial trial;
    rehearsals->count = 0;
    if (!shares_programs(effect, by))
        rehearsals->marks.count = 0;
    for (int i = 0; i < MOST_SETTINGS && audit_setting_make(effect, i, &trial.setting); i++) {
        static struct plan plan;
        static struct pass_list passes;
        const struct plan_node *node;
        const struct audit_choice_of_setting choice = { .effect = effect, .setting = i, .by = by };
        audit_cover_trial(&choice, &trial);
        if (!audit_trial_rehearse(lab, &trial, &plan, &node, &passes))
            continue;
        struct rehearsal *one = &rehearsals->all[rehearsals->count++];
        *one = (struct rehearsal){ .setting = i,
                                   .texels = trial.setting.size[0] * trial.setting.size[1] };
        audit_marks_note(&rehearsals->marks, lab, &trial, node, &passes, &one->run);
        audit_marks_add(&rehearsals->marks, "by", (uint64_t) by, &one->run);
    }
    audit_marks_sift(&rehearsals->marks);
}

// ---- choosing

static int number_of(struct variants *variants, const struct audit_variant *variant)
{
    int i = 0;
    while (i < variants->count && !(variants->all[i].variant.program == variant->program &&
                                    variants->all[i].variant.format == variant->format))
        i++;
    if (i == MOST_VARIANTS)
        log_fatal("there are more variants of programs than the audit has room for");
    if (i == variants->count)
        variants->all[variants->count++].variant = *variant;
    return i;
}

static int count_new_variants(struct variants *variants, const struct audit_run_marks *run)
{
    int count = 0;
    for (int i = 0; i < run->variant_count; i++)
        count += !variants->all[number_of(variants, &run->variants[i])].is_compiled;
    return count;
}

static int count_new_marks(const struct audit_marks *marks, const struct audit_run_marks *run)
{
    int count = 0;
    for (int i = 0; i < run->count; i++)
        count += marks->all[run->marks[i]].counts && !marks->all[run->marks[i]].is_seen;
    return count;
}

static void choose(struct audit_cover *cover, struct variants *variants,
                   struct rehearsals *rehearsals, struct rehearsal *one,
                   const struct audit_choice_of_setting *choice)
{
    if (cover->count == cover->capacity) {
        cover->capacity = 2 * cover->capacity + 256;
        cover->all = memory_grow(cover->all, (size_t) cover->capacity, sizeof(*cover->all));
    }
    struct audit_choice_of_setting *chosen = &cover->all[cover->count++];
    *chosen = *choice;
    chosen->setting = one->setting;
    chosen->new_variants = count_new_variants(variants, &one->run);
    one->is_chosen = true;
    for (int i = 0; i < one->run.count; i++)
        rehearsals->marks.all[one->run.marks[i]].is_seen = true;
    for (int i = 0; i < one->run.variant_count; i++)
        variants->all[number_of(variants, &one->run.variants[i])].is_compiled = true;
}

// The one that sees the most that is new for what it compiles; NULL: nothing is new.
static struct rehearsal *find_best(struct variants *variants, struct rehearsals *rehearsals)
{
    static const double least_cost = 0.3, of_texel = 1e-5; // of a run, in compiled variants
    struct rehearsal *best = NULL;
    double most = 0;
    for (int i = 0; i < rehearsals->count; i++) {
        struct rehearsal *one = &rehearsals->all[i];
        const int marks = count_new_marks(&rehearsals->marks, &one->run);
        const double value =
            marks / (least_cost + of_texel * one->texels + count_new_variants(variants, &one->run));
        if (marks > 0 && value > most) {
            best = one;
            most = value;
        }
    }
    return best;
}

static void choose_all(struct audit_cover *cover, struct variants *variants,
                       struct rehearsals *rehearsals, struct audit_choice_of_setting *choice)
{
    struct rehearsal *best;
    choice->turn = AUDIT_FIRST;
    while ((best = find_best(variants, rehearsals))) {
        choose(cover, variants, rehearsals, best, choice);
        choice->turn = AUDIT_ALL;
    }
    choice->turn = AUDIT_FREE;
    int free_count = 0;
    for (int i = rehearsals->count - 1; i >= 0 && free_count < MOST_FREE; i--) {
        struct rehearsal *one = &rehearsals->all[i];
        if (one->is_chosen || one->texels > MOST_TEXELS ||
            count_new_variants(variants, &one->run) > 0)
            continue;
        choose(cover, variants, rehearsals, one, choice);
        free_count++;
    }
}

static void cover_one(struct audit_cover *cover, struct lab *lab, const struct effect *effect,
                      int by)
{
    static struct rehearsals rehearsals;
    static struct variants variants;
    struct audit_choice_of_setting choice = { .effect = effect, .by = by };
    if (cover->count == 0)
        memset(&variants, 0, sizeof(variants));
    rehearse_all(lab, effect, by, &rehearsals);
    choose_all(cover, &variants, &rehearsals, &choice);
    cover->variants = variants.count;
}

void audit_cover_add(struct audit_cover *cover, struct lab *lab, const struct effect *effect)
{
    if (effect->pointwise)
        for (int fuse = PLAN_FUSE_FRAGMENT; fuse <= PLAN_FUSE_COMPUTE; fuse++)
            cover_one(cover, lab, effect, fuse);
    else
        for (int i = 0; i < effect_impl_count(effect); i++)
            cover_one(cover, lab, effect, i);
}

void audit_cover_finish(struct audit_cover *cover)
{
    free(cover->all);
    *cover = (struct audit_cover){ 0 };
}
