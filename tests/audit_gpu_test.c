// The audits hold what is right for right and find what is wrong: among the effects of this program
// are some that do not do what they say.

#include "app/audit.h"
#include "effects/dual.h"
#include "tests/chain_fixture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern const struct effect effect_composite, effect_dither, effect_dual, effect_encode,
    effect_exposure, effect_saturation, effect_threshold, effect_tonemap;

// ---- blurs that lie

static void run_dual(const struct effect_call *call, double wider)
{
    struct dual_params params = *(const struct dual_params *) call->params;
    struct effect_call other = *call;
    params.sigma.value *= (float) wider;
    other.params = &params;
    effect_dual.impls[0].run(&other);
}

static void run_wide(const struct effect_call *call)
{
    run_dual(call, 1.03);
}

// As wide as the last multiple of a quarter: it stands still and jumps.
static void run_steps(const struct effect_call *call)
{
    const struct dual_params *params = call->params;
    const float sigma = params->sigma.value;
    run_dual(call, (double) (sigma < 1.5f ? 1.33f / sigma : 1));
}

static struct effect_impl wide_impls[2], steps_impls[2];

static struct effect liar_wide = { .name = "wide", .impls = wide_impls };
static struct effect liar_steps = { .name = "steps", .impls = steps_impls };

// In place of those of effects/effects.c.
const struct effect *const effects[] = {
    &effect_dual,
    &effect_threshold,
    &effect_composite,
    &effect_tonemap,
    &effect_encode,
    &effect_exposure,
    &effect_dither,
    &effect_saturation,
    &liar_wide,
    &liar_steps,
    NULL,
};

static void make_liar(struct effect *liar, struct effect_impl impls[2],
                      void (*run)(const struct effect_call *call))
{
    const struct effect named = *liar;
    impls[0] = effect_dual.impls[0];
    impls[0].run = run;
    *liar = effect_dual;
    liar->name = named.name;
    liar->impls = impls;
    liar->blurs = false; // until its turn comes
}

// ---- running an audit

static struct lab lab;
static struct audit_report report;
static char complaints[8192];

static const struct audit *find_audit(const char *name)
{
    const struct audit *audit = audits;
    while (strcmp(audit->name, name) != 0)
        audit++;
    return audit;
}

static void finish_report(void)
{
    for (int i = 0; i < report.sheet_count; i++)
        sheet_finish(&report.sheets[i]);
    report = (struct audit_report){ 0 };
}

// The number in a column of the first row that begins with `words`.
static double find_number(int sheet, const char *words, const char *column)
{
    const struct sheet *in = &report.sheets[sheet];
    int at = 0;
    while (strcmp(in->columns[at].name, column) != 0)
        at++;
    for (int row = 0; row < sheet_rows(in); row++)
        if (strcmp(sheet_cell(in, row, 0)->text, words) == 0)
            return sheet_cell(in, row, at)->number;
    fail_msg("no row '%s'", words);
    return 0;
}

// What the audit says on stderr is kept in `complaints`.
static void run_audit(const char *name)
{
    finish_report();
    report.audit = find_audit(name);
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stderr);
    const int before = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    report.audit->run(&lab, &report);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    complaints[fread(complaints, 1, sizeof(complaints) - 1, file)] = '\0';
    fclose(file);
}

static void assert_kept(const char *name)
{
    run_audit(name);
    if (report.broken > 0 || complaints[0])
        fail_msg("%s", complaints);
    assert_true(report.sheet_count > 0 && sheet_rows(&report.sheets[0]) > 0);
}

static void assert_broken(const char *name, struct effect *liar, const char *words)
{
    liar->blurs = true;
    run_audit(name);
    liar->blurs = false;
    assert_true(report.broken > 0);
    if (!strstr(complaints, words))
        fail_msg("it does not say '%s' but: %s", words, complaints);
}

// ---- the audits

static void sigma_finds_a_blur_that_is_too_wide(void **state)
{
    (void) state;
    assert_kept("sigma");
    assert_true(fabs(find_number(0, "dual", "across") - 1) < 0.02);
    assert_true(fabs(find_number(0, "dual", "energy %") - 100) < 0.1);
    assert_broken("sigma", &liar_wide, "wide:sigma=8.000 is 8.2");
    assert_true(fabs(find_number(0, "wide", "error %") - 3) < 0.1);
}

static void sigma_finds_a_blur_that_stands_still(void **state)
{
    (void) state;
    assert_broken("sigma", &liar_steps, "steps:sigma=1.091 is not wider than sigma=1.000");
}

static int start(void **state)
{
    (void) state;
    struct error error;
    gpu_fixture();
    struct options options = {
        .chain = parse_chain("threshold,dual:sigma=16,composite,tonemap:curve=agx,dither"),
        .width = 320,
        .height = 180,
        .scene_scale = 1,
        .profile = PROFILE_OFF,
        .depth = 8,
    };
    make_liar(&liar_wide, wide_impls, run_wide);
    make_liar(&liar_steps, steps_impls, run_steps);
    if (!scene_parse(&options.scene, "icosahedra", &error) ||
        !lab_init(&lab, &options, false, &error))
        fail_msg("%s", error.text);
    return 0;
}

static int finish(void **state)
{
    finish_report();
    lab_finish(&lab);
    return gpu_fixture_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sigma_finds_a_blur_that_is_too_wide),
        cmocka_unit_test(sigma_finds_a_blur_that_stands_still),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
