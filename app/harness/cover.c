// Finds few settings that together draw every define of every program. Each run of an
// implementation has marks: the values of its parameters, the steps around it, and the defines of
// the programs that it runs. Settings are chosen until each mark has been seen once.
#define LOG_MODULE "audit"
#include "app/harness/harness.h"
#include "render/shader_source.h"
#include "render/text/hash.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MARKS = 32768, MARKS_OF_RUN = 256, MAX_FREE = 10, MAX_TEXELS = 1 << 16 };

struct mark {            // "NAME=VALUE", or a name alone
    uint64_t name, text; // hashes of the name and of all of it
    bool is_number, is_row;
    double number;
    bool counts;     // is to be seen; of numbers only the ends are
    bool is_seen;    // by a chosen run
    bool is_changed; // a program that the directory of shaders changes
};

struct marks {
    int count;
    struct mark all[MAX_MARKS];
};

struct run_marks {
    int count;
    short all[MARKS_OF_RUN]; // indices
};

struct run {
    int setting, texels;
    bool is_chosen, is_row;
    struct run_marks marks, variants;
};

// The marks seen so far, and all settings of one effect with one implementation.
struct search {
    struct gpu *gpu;
    bool is_of_folder; // a directory of shaders replaces some, and only runs of these are chosen
    bool is_first_alone;
    struct harness_cover *cover;
    struct harness_settings settings; // of the effect
    int run_count;
    struct marks marks;
    // Programs in the form in which a driver compiles them: a software renderer compiles each again
    // for each format of images.
    struct marks variants;
    struct run *runs;
    struct harness_rehearsal rehearsal;
};

// ---- marks

// Adds a mark, and returns it. Its value is a number if it is one to the end: "#3" is none. A name
// that begins with "row " is that of a parameter.
static struct mark *add(struct marks *marks, struct run_marks *run, const char *text)
{
    const size_t length = strcspn(text, "=");
    struct mark mark = { .name = hash_bytes(HASH_BEGIN, text, length),
                         .text = hash_bytes(HASH_BEGIN, text, strlen(text)),
                         .is_row = text_begins_with(text, "row "),
                         .counts = true };
    if (text[length] == '=') {
        char *rest;
        mark.number = strtod(text + length + 1, &rest);
        mark.is_number = *rest == '\0';
    }
    int i = 0;
    while (i < marks->count && marks->all[i].text != mark.text)
        i++;
    if (i == MAX_MARKS || run->count == MARKS_OF_RUN)
        log_fatal("an implementation has more programs or defines than the audit has room for");
    if (i == marks->count)
        marks->all[marks->count++] = mark;
    for (int k = 0; k < run->count; k++)
        if (run->all[k] == i)
            return &marks->all[i];
    run->all[run->count++] = (short) i;
    return &marks->all[i];
}

static void PRINTF_LIKE(3, 4)
    add_mark(struct search *search, struct run *run, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    add(&search->marks, &run->marks, text);
}

// Returns the index of the tested step's value; -1: the row is not tested. Palettes that need the
// same variant of a program are equal.
static int value_of(const struct harness_setting *setting, const struct param *row)
{
    const struct chain_step *step = &setting->chain.steps[setting->step];
    const bool is_palette = row->type == PARAM_TYPE_TEXT && !row->choices;
    struct chain_step other = *step;
    for (int i = 0; i < harness_values_count(row); i++) {
        harness_values_set(row, other.params, i);
        if (param_equal(row, step->params, other.params))
            return is_palette && i > 0 ? 1 : i;
    }
    return -1;
}

// Returns the variant of its function that the palette of a step needs.
static int variant_of(const struct chain_step *step)
{
    const void *file;
    struct error error;
    effect_check(step->effect, step->params, 0, &file, &error);
    return step->effect->variant(step->params, file);
}

// Adds marks of the parameter rows. At the border of the picture a blur depends on the size, so
// `edge` and the size are one mark.
static void note_rows(struct search *search, struct run *run, const struct harness_setting *setting)
{
    const struct chain_step *step = &setting->chain.steps[setting->step];
    param_for_each(row, step->effect->params) {
        const int value = value_of(setting, row);
        // Choices of sizes such as "8x16" are numbers.
        const bool is_number = row->type == PARAM_TYPE_CHOICE
                                   ? isdigit((unsigned char) param_choice(row, 1)[0])
                                   : row->type != PARAM_TYPE_TEXT && row->type != PARAM_TYPE_COLOUR;
        if (value >= 0 && is_number)
            add_mark(search, run, "row %s=%.9g", row->key, param_get(row, step->params, 0));
        else if (value >= 0)
            add_mark(search, run, "row %s=#%d", row->key, value);
        if (strcmp(row->key, "edge") == 0)
            add_mark(search, run, "edge and size=#%d %d", value, setting->size[0]);
    }
    if (step->effect->variant)
        add_mark(search, run, "variant=#%d", variant_of(step));
}

// Adds marks of pairs of values. The choices of a pointwise step select code in one shader, so each
// pair of values is drawn once; pairs with too many combinations are skipped. Fragment and compute
// programs alternate.
static void note_pairs(struct search *search, struct run *run, const struct harness_trial *trial)
{
    enum { MAX_CHOICES = 16, MAX_PAIRS = 16, OF_VARIANT = 4 };
    const struct harness_setting *setting = &trial->setting;
    const struct chain_step *step = &setting->chain.steps[setting->step];
    const int turn = trial->by == 0;
    struct {
        const char *name;
        int value, choices;
    } all[MAX_CHOICES], *a, *b;
    int count = 0;
    for (const struct param *row = step->effect->params; row && row->key && count < 15; row++)
        if (row->type == PARAM_TYPE_CHOICE) {
            all[count].name = row->key;
            all[count].choices = param_choice_count(row);
            all[count++].value = value_of(setting, row);
        }
    if (step->effect->variant) {
        all[count].name = "variant";
        all[count].choices = OF_VARIANT;
        all[count++].value = variant_of(step);
    }
    for (a = all; a < all + count; a++)
        for (b = a + 1; b < all + count; b++)
            if (a->choices * b->choices <= MAX_PAIRS && ((a->value + b->value) & 1) == turn)
                add_mark(search, run, "%s and %s=#%d %d", a->name, b->name, a->value, b->value);
}

// ---- programs

// Returns true if the directory of shaders changes the program's source.
static bool is_changed(const struct program *program)
{
    struct shader_source now = { 0 }, before = { 0 };
    struct error error;
    const bool has_now = program_load_source(program, &now, &error);
    shader_source_pass_over(true);
    const bool has_before = program_load_source(program, &before, &error);
    shader_source_pass_over(false);
    const bool is_other = !has_now || !has_before || strcmp(now.text, before.text) != 0;
    shader_source_finish(&now);
    shader_source_finish(&before);
    return is_other;
}

static void note_variant(struct search *search, struct run *run, const struct program *program,
                         enum texture_format format)
{
    char text[64];
    const int count = search->variants.count;
    snprintf(text, sizeof(text), "%p %d", (const void *) program, format);
    struct mark *variant = add(&search->variants, &run->variants, text);
    if (search->variants.count > count)
        variant->is_changed = search->is_of_folder && is_changed(program);
}

// Adds the marks of a rehearsed trial. A large picture is only marked by programs that no small one
// has; a row of rows.c has a mark of its own, so that it is always drawn.
static void note_run(struct search *search, struct run *run, const struct harness_trial *trial)
{
    const struct harness_setting *setting = &trial->setting;
    const bool is_software = search->gpu->info.software;
    const bool is_other = setting->is_large || setting->is_row;
    const struct harness_rehearsal *rehearsal = &search->rehearsal;
    const struct plan_node *node = rehearsal->node;
    const struct program *around[] = { node->joined_before, node->joined_after, node->select,
                                       node->shift };
    unsigned long long programs = 0;
    if (!is_other) {
        note_rows(search, run, setting);
        if (!harness_trial_impl(trial) && !setting->hides)
            note_pairs(search, run, trial);
        add_mark(search, run, "around=#%d", setting->around);
        add_mark(search, run, "size=#%d", setting->size[0]);
    }
    for (int i = 0; i < rehearsal->pass_count; i++) {
        const struct program *program = rehearsal->programs[i];
        // Its index among those of the implementation, which the programs that the plan puts around
        // it continue.
        int number = 0;
        while (number < node->programs->count && node->programs->items[number] != program)
            number++;
        if (number == node->programs->count) {
            number = EFFECT_MAX_PROGRAMS;
            while (number < EFFECT_MAX_PROGRAMS + 4 &&
                   around[number - EFFECT_MAX_PROGRAMS] != program)
                number++;
        }
        programs |= 1ull << number % 64;
        const struct program_desc desc = program_cache_desc(program);
        add_mark(search, run, "%d runs", number);
        for (const char *at = desc.defines; at && *at;) {
            const size_t length = strcspn(at, " ");
            if (length > 0) // "RADIUS=4", or a name without a value
                add_mark(search, run, "%d %.*s", number, (int) length, at);
            at += length + strspn(at + length, " ");
        }
        note_variant(search, run, program, is_software ? setting->format : FORMAT_RGBA32F);
    }
    if (is_other)
        return;
    if (!is_software)
        add_mark(search, run, "format=#%d", setting->format);
    add_mark(search, run, "programs=#%llx", programs);
}

// ---- which marks count

// Selects the marks that count. Of a number these are the least and the largest value, and of a
// parameter also the second least; all count if there are few, or if a define has the values 0, 1,
// 2 ... of a choice.
static void select_marks(struct marks *marks)
{
    enum { FEW = 3, MAX_IN_A_ROW = 8 };
    for (int i = 0; i < marks->count; i++) {
        struct mark *mark = &marks->all[i];
        int count = 0, below = 0, above = 0; // marks of the name, and below and above this one
        double least = mark->number, most = mark->number;
        for (int k = 0; k < marks->count; k++) {
            const struct mark *other = &marks->all[k];
            if (other->name != mark->name)
                continue;
            count++;
            below += other->number < mark->number;
            above += other->number > mark->number;
            least = fmin(least, other->number);
            most = fmax(most, other->number);
        }
        const bool is_in_a_row =
            !mark->is_row && count <= MAX_IN_A_ROW && most - least == count - 1;
        mark->counts = !mark->is_number || count <= FEW || is_in_a_row || below == 0 ||
                       above == 0 || (mark->is_row && below == 1);
    }
}

// Rehearses all settings with an implementation. If it has the same programs as the implementation
// before it, both share their marks, so what they have in common is drawn once.
static void rehearse_all(struct search *search, const struct effect *effect, int by)
{
    const struct param *impl = param_find(effect->params, "impl");
    struct harness_trial trial = { 0 };
    search->run_count = 0;
    if (effect->pointwise || by == 0 ||
        effect->impls[by]->programs != effect->impls[by - 1]->programs)
        search->marks.count = 0;
    search->settings = harness_settings_make(effect);
    search->runs = memory_new((size_t) search->settings.count, sizeof(*search->runs));
    for (int i = 0; i < search->settings.count; i++) {
        trial.setting = search->settings.all[i];
        const void *params = trial.setting.chain.steps[trial.setting.step].params;
        const int named = trial.setting.is_row && impl ? (int) param_get(impl, params, 0) : 0;
        if (named != 0 && named != by + 1)
            continue;
        harness_trial_set(&trial, by);
        if (!harness_trial_rehearse(search->gpu, &trial, &search->rehearsal))
            continue;
        struct run *run = &search->runs[search->run_count++];
        *run = (struct run){ .setting = i,
                             .texels = trial.setting.size[0] * trial.setting.size[1],
                             .is_row = trial.setting.is_row };
        note_run(search, run, &trial);
        add_mark(search, run, "by=#%d", by);
        bool is_changed = !search->is_of_folder;
        for (int k = 0; k < run->variants.count; k++)
            is_changed |= search->variants.all[run->variants.all[k]].is_changed;
        if (!is_changed)
            search->run_count--;
        else if (search->is_first_alone && !run->is_row)
            break;
    }
    select_marks(&search->marks);
}

// ---- choosing

static int count_new(const struct marks *marks, const struct run_marks *run)
{
    int count = 0;
    for (int i = 0; i < run->count; i++)
        count += marks->all[run->all[i]].counts && !marks->all[run->all[i]].is_seen;
    return count;
}

static void see(struct marks *marks, const struct run_marks *run)
{
    for (int i = 0; i < run->count; i++)
        marks->all[run->all[i]].is_seen = true;
}

static int count_new_variants(const struct search *search, const struct run *run)
{
    return count_new(&search->variants, &run->variants);
}

// Returns the value of a run that sees `seen` new marks, per cost of compiling and drawing.
static double value_of_run(const struct search *search, const struct run *run, int seen)
{
    static const double least_cost = 0.3, of_texel = 1e-5; // in units of compiling a variant
    return seen / (least_cost + of_texel * run->texels + count_new_variants(search, run));
}

// Returns the run with the highest value; NULL: no run sees a new mark.
static struct run *find_best(struct search *search, double *most)
{
    struct run *best = NULL;
    *most = 0;
    for (int i = 0; i < search->run_count; i++) {
        struct run *run = &search->runs[i];
        const double value = value_of_run(search, run, count_new(&search->marks, &run->marks));
        if (value > *most) {
            best = run;
            *most = value;
        }
    }
    return best;
}

static void choose(struct search *search, struct run *run, struct harness_pick pick)
{
    struct harness_cover *cover = search->cover;
    cover->all = memory_room(cover->all, cover->count, sizeof(*cover->all));
    pick.number = run->setting;
    pick.setting = search->settings.all[run->setting];
    pick.new_variants = count_new_variants(search, run);
    cover->all[cover->count++] = pick;
    run->is_chosen = true;
    see(&search->marks, &run->marks);
    see(&search->variants, &run->variants);
}

// Chooses settings of an effect for an implementation.
static void cover_one(struct search *search, int order, int by)
{
    struct harness_pick pick = { HARNESS_FIRST, order, .by = by, .value = INFINITY };
    struct run *run;
    rehearse_all(search, effects[order], by);
    if (search->run_count > 0 && !search->runs[0].is_row)
        choose(search, &search->runs[0], pick);
    if (search->is_first_alone)
        search->run_count = 0;
    pick.turn = HARNESS_ALL;
    while ((run = find_best(search, &pick.value)))
        choose(search, run, pick);
    for (int i = 0; i < search->run_count; i++) {
        run = &search->runs[i];
        pick.value = value_of_run(search, run, 1);
        if (run->is_row && !run->is_chosen)
            choose(search, run, pick);
    }
    pick.turn = HARNESS_FREE;
    for (int i = search->run_count - 1, chosen = 0; i >= 0 && chosen < MAX_FREE; i--) {
        run = &search->runs[i];
        if (run->is_chosen || run->texels > MAX_TEXELS || count_new_variants(search, run) > 0)
            continue;
        choose(search, run, pick);
        chosen++;
    }
    free(search->settings.all);
    free(search->runs);
}

struct harness_cover harness_cover_make(struct gpu *gpu, bool is_first_alone)
{
    struct harness_cover cover = { 0 };
    struct search *search = memory_new(1, sizeof(*search));
    char changes[256];
    search->gpu = gpu;
    search->is_of_folder =
        shader_source_print_changes(shader_source_directory(), changes, sizeof(changes));
    search->is_first_alone = is_first_alone;
    search->cover = &cover;
    for (int i = 0; effects[i]; i++)
        for (int by = 0; by < harness_trial_count(effects[i]); by++)
            cover_one(search, i, by);
    cover.variants = search->variants.count;
    free(search);
    return cover;
}
