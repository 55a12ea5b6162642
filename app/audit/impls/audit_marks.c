#define LOG_MODULE "audit"
#include "app/audit/impls/audit_marks.h"

#include "effects/palette/palette.h"
#include "render/text/log.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo, 1991).
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *) bytes)[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t hash_of(const void *bytes, size_t size)
{
    return hash_bytes(0xcbf29ce484222325u, bytes, size);
}

static uint64_t hash_text(const char *text)
{
    return hash_of(text, strlen(text));
}

static void add(struct audit_marks *marks, const struct audit_mark *mark,
                struct audit_run_marks *run)
{
    int i = 0;
    while (i < marks->count &&
           !(marks->all[i].name == mark->name && marks->all[i].value == mark->value))
        i++;
    for (int k = 0; k < run->count; k++)
        if (run->marks[k] == i)
            return;
    if (i == AUDIT_MARKS_MOST || run->count == AUDIT_MARKS_OF_RUN)
        log_fatal("an implementation has more defines than the audit has room for");
    if (i == marks->count)
        marks->all[marks->count++] = *mark;
    run->marks[run->count++] = (short) i;
}

void audit_marks_add(struct audit_marks *marks, const char *name, uint64_t value,
                     struct audit_run_marks *run)
{
    const struct audit_mark mark = { .name = hash_text(name), .value = value };
    add(marks, &mark, run);
}

// ---- parameters

// Choices between sizes, such as "8x16", are numbers.
static bool is_choice(const struct param *row)
{
    return (row->type == PARAM_TYPE_CHOICE && !isdigit((unsigned char) param_choice(row, 1)[0])) ||
           row->type == PARAM_TYPE_TEXT;
}

// A palette counts by the variant that it needs.
static uint64_t value_of(const struct audit_setting *setting, const struct param *row)
{
    const int value = audit_setting_value(setting, row);
    return (uint64_t) (row->type == PARAM_TYPE_TEXT && value > 0 ? 1 : value);
}

// Which variant of its function a step needs, with the palette that it names.
static uint64_t variant_of(const struct chain_step *step)
{
    struct palette palette;
    struct error error;
    const bool is_right = effect_check(step->effect, step->params, 0, &palette, &error);
    const bool is_given = is_right && palette.count > 0;
    return (uint64_t) step->effect->variant(step->params, is_given ? &palette : NULL);
}

static void note_rows(struct audit_marks *marks, const struct audit_setting *setting,
                      struct audit_run_marks *run)
{
    const struct chain_step *step = &setting->chain.steps[setting->step];
    for (const struct param *row = step->effect->params; row && row->key; row++) {
        const uint64_t value = value_of(setting, row);
        const struct audit_mark mark = {
            .name = hash_text(row->key),
            .value = value,
            .is_number = !is_choice(row),
            .is_row = true,
            .number = row->type == PARAM_TYPE_TEXT ? 0 : (double) param_get(row, step->params, 0),
        };
        if (value != (uint64_t) -1)
            add(marks, &mark, run);
    }
    if (step->effect->variant)
        audit_marks_add(marks, "variant", variant_of(step), run);
}

// Where blurs reach over the border, its sides matter.
static void note_border(struct audit_marks *marks, const struct audit_setting *setting,
                        struct audit_run_marks *run)
{
    const struct param *rows = setting->chain.steps[setting->step].effect->params;
    const struct param *edge = rows ? param_find(rows, "edge", strlen("edge")) : NULL;
    if (edge)
        audit_marks_add(marks, "edge and size",
                        value_of(setting, edge) + ((uint64_t) setting->size[0] << 8), run);
}

// Choices of a pointwise step stand in one text, so each pair of values is drawn once; pairs with
// too many combinations are left out. Fragment and compute programs take turns.
static void note_pairs(struct audit_marks *marks, const struct audit_trial *trial,
                       struct audit_run_marks *run)
{
    enum { MOST_CHOICES = 16, MOST_PAIRS = 16, OF_VARIANT = 4 };
    const struct audit_setting *setting = &trial->setting;
    const struct chain_step *step = &setting->chain.steps[setting->step];
    const uint64_t turn = trial->fuse == PLAN_FUSE_FRAGMENT;
    struct {
        uint64_t name, value;
        int choices;
    } all[MOST_CHOICES];
    int count = 0;
    for (const struct param *row = step->effect->params; row && row->key && count < 15; row++)
        if (row->type == PARAM_TYPE_CHOICE) {
            all[count].name = hash_text(row->key);
            all[count].choices = param_choice_count(row);
            all[count++].value = value_of(setting, row);
        }
    if (step->effect->variant) {
        all[count].name = hash_text("variant");
        all[count].choices = OF_VARIANT;
        all[count++].value = variant_of(step);
    }
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++) {
            const uint64_t names[2] = { all[i].name, all[k].name };
            const uint64_t both[2] = { all[i].value, all[k].value };
            const struct audit_mark mark = { .name = hash_of(names, sizeof(names)),
                                             .value = hash_of(both, sizeof(both)) };
            if (all[i].choices * all[k].choices <= MOST_PAIRS && (both[0] + both[1]) % 2 == turn)
                add(marks, &mark, run);
        }
}

// ---- programs

// Which of the implementation's programs it is, or which that the plan put around it.
static int number_of(const struct plan_node *node, const struct program *program)
{
    for (int i = 0; i < EFFECT_MAX_PROGRAMS; i++)
        if (node->programs[i] == program)
            return i;
    return program == node->joined_before  ? EFFECT_MAX_PROGRAMS
           : program == node->joined_after ? EFFECT_MAX_PROGRAMS + 1
           : program == node->select       ? EFFECT_MAX_PROGRAMS + 2
           : program == node->shift        ? EFFECT_MAX_PROGRAMS + 3
                                           : EFFECT_MAX_PROGRAMS + 4;
}

// "RADIUS=4" is the value 4 of RADIUS, "COLUMNS" a name alone.
static void note_define(struct audit_marks *marks, int program, const char *define, size_t length,
                        struct audit_run_marks *run)
{
    const char *equals = memchr(define, '=', length);
    const size_t end = equals ? (size_t) (equals - define) : length;
    char *rest = NULL;
    struct audit_mark mark = { .name = hash_bytes(hash_of(&program, sizeof(program)), define, end),
                               .value = hash_of(define, length) };
    if (equals) {
        mark.number = strtod(equals + 1, &rest);
        mark.is_number = rest == define + length;
    }
    add(marks, &mark, run);
}

static void note_variant(const struct audit_variant *variant, struct audit_run_marks *run)
{
    for (int i = 0; i < run->variant_count; i++)
        if (run->variants[i].program == variant->program)
            return;
    if (run->variant_count == AUDIT_VARIANTS_OF_RUN)
        log_fatal("an implementation runs more programs than the audit has room for");
    run->variants[run->variant_count++] = *variant;
}

static void note_program(struct audit_marks *marks, int number, const struct program *program,
                         struct audit_run_marks *run)
{
    const struct program_desc desc = program_cache_desc(program);
    note_define(marks, number, "runs", strlen("runs"), run);
    for (const char *at = desc.defines; at && *at;) {
        const size_t length = strcspn(at, " ");
        if (length > 0)
            note_define(marks, number, at, length, run);
        at += length + strspn(at + length, " ");
    }
}

static void note_setting(struct audit_marks *marks, const struct audit_trial *trial,
                         struct audit_run_marks *run)
{
    note_rows(marks, &trial->setting, run);
    note_border(marks, &trial->setting, run);
    if (!trial->impl && !trial->setting.hides)
        note_pairs(marks, trial, run);
    audit_marks_add(marks, "around", (uint64_t) trial->setting.around, run);
    audit_marks_add(marks, "size", (uint64_t) trial->setting.size[0], run);
}

// A large picture is drawn for programs that no small one has.
void audit_marks_note(struct audit_marks *marks, const struct lab *lab,
                      const struct audit_trial *trial, const struct plan_node *node,
                      const struct pass_list *passes, struct audit_run_marks *run)
{
    const enum texture_format format = trial->setting.format;
    const bool is_software = lab->gpu.info.software;
    const bool is_large = trial->setting.size == audit_setting_sizes[AUDIT_SETTING_LARGE];
    unsigned long long programs = 0;
    *run = (struct audit_run_marks){ 0 };
    if (!is_large)
        note_setting(marks, trial, run);
    for (int i = 0; i < passes->count; i++) {
        const int number = number_of(node, passes->items[i].program);
        programs |= 1ull << number;
        const struct audit_variant variant = { passes->items[i].program,
                                               is_software ? format : FORMAT_RGBA32F };
        note_program(marks, number, variant.program, run);
        note_variant(&variant, run);
    }
    if (is_large)
        return;
    if (!is_software)
        audit_marks_add(marks, "format", (uint64_t) format, run);
    audit_marks_add(marks, "programs", programs, run);
}

// ---- which count

struct values {
    int count, below, above; // of the same name; less than the mark's, more than it
    double least, most;
};

static struct values values_beside(const struct audit_marks *marks, const struct audit_mark *mark)
{
    struct values values = { .least = mark->number, .most = mark->number };
    for (int i = 0; i < marks->count; i++) {
        const struct audit_mark *other = &marks->all[i];
        if (other->name != mark->name)
            continue;
        values.count++;
        values.below += other->number < mark->number;
        values.above += other->number > mark->number;
        values.least = fmin(values.least, other->number);
        values.most = fmax(values.most, other->number);
    }
    return values;
}

// Keeps the least and the most of a number, and for a parameter also the least above that; keeps
// all where there are few, or where a define counts 0, 1, 2 without a gap, as a choice does.
void audit_marks_sift(struct audit_marks *marks)
{
    enum { FEW = 3, MOST_IN_A_ROW = 8 };
    for (int i = 0; i < marks->count; i++) {
        struct audit_mark *mark = &marks->all[i];
        const struct values values = values_beside(marks, mark);
        const bool is_in_a_row = !mark->is_row && values.count <= MOST_IN_A_ROW &&
                                 values.most - values.least == values.count - 1;
        mark->counts = !mark->is_number || values.count <= FEW || is_in_a_row ||
                       values.below == 0 || values.above == 0 ||
                       (mark->is_row && values.below == 1);
    }
}
