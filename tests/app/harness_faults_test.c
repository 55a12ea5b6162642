// The harness finds what is wrong, names the worst of it, and outlives what crashes. The program
// has the effects of this file alone, all of which say to be `exposure:ev=1`.

#include "app/audit/audit.h"
#include "effects/pointwise/pointwise.h"
#include "render/text/memory.h"
#include "tests/fixtures/gpu_fixture.h"
#include "tests/fixtures/table_fixture.h"

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

// ---- effects

static void run_program(const struct effect_call *call, double gain)
{
    const struct pass pass = {
        .label = "pass",
        .program = call->programs[0],
        .inputs = { { .texture = call->input } },
        .output = call->output,
        .uniforms = { U_FLOAT("u_gain", (float) gain) },
    };
    pass_run(call->gpu, &pass);
}

static void run_right(const struct effect_call *call)
{
    run_program(call, 2);
}

static void run_crashing(const struct effect_call *call)
{
    if (call->site.width == 70 && !call->gpu->recorder) {
        signal(SIGSEGV, SIG_DFL); // cmocka catches it
        raise(SIGSEGV);
    }
    run_program(call, 2);
}

static void run_endless(const struct effect_call *call)
{
    const volatile bool is_endless = call->site.width == 3 && !call->gpu->recorder;
    while (is_endless)
        continue;
    run_program(call, 2);
}

// Waits for its limit of seconds, so only in one of its runs.
static void run_asleep(const struct effect_call *call)
{
    while (call->site.width == 3 && call->output->format == FORMAT_RGBA32F && !call->gpu->recorder)
        pause();
    run_program(call, 2);
}

static bool ends_at_answer; // the next message is the last act of this process

static void run_silent(const struct effect_call *call)
{
    ends_at_answer = call->site.width == 70 && !call->gpu->recorder;
    run_program(call, 2);
}

// Replaces that of the C library.
ssize_t send(int to, const void *bytes, size_t size, int flags)
{
    if (ends_at_answer)
        raise(SIGKILL);
    return sendto(to, bytes, size, flags, NULL, 0);
}

// At one size by little, and at another, which comes later, by much.
static void run_wrong(const struct effect_call *call)
{
    run_program(call, call->site.width == 129 ? 2.001 : call->site.width == 3 ? 3 : 2);
}

// Is wrong only on drivers other than Mesa's software renderer.
static void run_wrong_here(const struct effect_call *call)
{
    run_program(call, getenv("LIBGL_ALWAYS_SOFTWARE") ? 2 : 2.1);
}

static const struct program_desc programs[] = {
    { .file = "gain.frag",
      .text = "#version 430 core\n"
              "layout(binding = 0) uniform sampler2D u_input;\n"
              "layout(location = 0) out vec4 out_color;\n"
              "uniform float u_gain;\n"
              "void main()\n"
              "{\n"
              "    vec4 color = texelFetch(u_input, ivec2(gl_FragCoord.xy), 0);\n"
              "    out_color = vec4(color.rgb * u_gain, color.a);\n"
              "}\n" },
    { 0 },
};

#define IMPL(NAME, RUN) \
    static const struct effect_impl NAME = { .name = #NAME, .programs = programs, .run = RUN };
IMPL(fs_right, run_right)
IMPL(fs_crashing, run_crashing)
IMPL(fs_endless, run_endless)
IMPL(fs_asleep, run_asleep)
IMPL(fs_silent, run_silent)
IMPL(fs_wrong, run_wrong)
IMPL(fs_wrong_here, run_wrong_here)

static const struct effect_impl *const all[] = { &fs_crashing, &fs_endless, &fs_asleep,
                                                 &fs_silent,   &fs_right,   NULL };
static const struct effect_impl *const others[] = { &fs_wrong, &fs_wrong_here, NULL };

struct params {
    int impl;
};
static const struct param params_of_all[] = { PARAM_IMPL(struct params, all), { 0 } };
static const struct param params_of_others[] = { PARAM_IMPL(struct params, others), { 0 } };

#define EFFECT(NAME, IMPLS) \
    static const struct effect NAME = { .name = #NAME, \
                                        .params = params_of_##IMPLS, \
                                        .colour = COLOUR_LINEAR, \
                                        .impls = IMPLS, \
                                        .file.same_as = "exposure:ev=1" };
EFFECT(first, all)
EFFECT(second, others)

const struct effect *const effects[] = {
    &first, &second, &effect_exposure, &effect_encode, &effect_dither, &effect_saturation, NULL
};

// ---- the audit

static struct headless headless;
static struct draw_options draw = { .format = FORMAT_RGBA16F,
                                    .width = 64,
                                    .height = 64,
                                    .scene_scale = 1,
                                    .gpu = -1,
                                    .depth = 8,
                                    .profile = PROFILE_OFF };
static struct audit_options options = { .name = "impls" };
static struct audit_report report = { .audit = &audit_impls,
                                      .renderer = &headless.renderer,
                                      .draw = &draw,
                                      .options = &options,
                                      .limits = &options.limits };
static const char *error_texts;

// The finding about an implementation, NULL: there is none.
static const char *finding_of(const char *effect, const char *impl)
{
    const char *begin = formatted("%s by %s", effect, impl);
    for (int i = 0; i < report.failures; i++)
        if (text_begins_with(report.findings[i], begin) &&
            strchr(" :", report.findings[i][strlen(begin)]))
            return report.findings[i];
    return NULL;
}

static double runs_of(const char *impl)
{
    return table_cell(&report.table, table_row(&report.table, 1, impl), 2)->number;
}

TEST(a_crash_and_an_endless_loop_are_rows_and_all_else_still_runs)
{
    const char *crash = finding_of("first", "fs_crashing");
    assert_contains(crash, "70x45: the process that draws it ends by signal 11, ");
    assert_contains(crash, "first by fs_crashing: ");
    assert_contains(finding_of("first", "fs_endless"),
                    ", 3x50: it takes more seconds of a processor than impls.seconds allows");
    assert_contains(finding_of("first", "fs_asleep"),
                    ", 3x50: it waits, without a processor, for longer than impls.seconds");
    assert_contains(finding_of("first", "fs_silent"),
                    "70x45: the process that draws it ends by signal 9, ");
    assert_null(finding_of("first", "fs_right"));
    assert_compare(runs_of("fs_crashing"), >, 1);
    assert_compare(runs_of("fs_endless"), >, 1);
    assert_compare(runs_of("fs_silent"), >, 1);
    assert_compare(runs_of("fs_right"), >, 1);
    assert_compare(runs_of("fs_wrong"), >, 1);
    assert_contains(error_texts, "6 of 15 implementations differ from the reference");
}

TEST(the_worst_setting_is_named_with_its_numbers)
{
    const char *wrong = finding_of("second", "fs_wrong");
    assert_contains(wrong, ", 3x50: ");
    assert_contains(wrong, " off, and ");
    assert_contains(wrong, " is allowed; ");
}

TEST(a_driver_is_blamed_where_the_software_renderer_is_right)
{
    assert_contains(finding_of("second", "fs_wrong_here"),
                    "fs_wrong_here on this driver, where Mesa's software renderer is right: ");
    assert_null(strstr(finding_of("second", "fs_wrong"), "on this driver"));
    assert_contains(error_texts, "reference, 1 of them on this driver alone");
}

TEST(each_implementation_is_timed_and_no_line_is_too_wide)
{
    int timed = 0;
    table_check_width(&report.table);
    for (int row = 0; row < table_rows(&report.table); row++)
        timed += table_cell(&report.table, row, 5)->number > 0;
    assert_compare(timed, >=, table_rows(&report.table) - 1); // but one that crashes, perhaps
}

// Tests faults of a single job: a shader that does not compile, and the process after one that
// died.
static void begin(void)
{
    unsetenv("LIBGL_ALWAYS_SOFTWARE");
    assert_works(scene_parse(&draw.scene, "ramp", &error));
    param_set_defaults(audit_limit_rows, &options.limits);
    options.limits.impls_seconds = 3;
    report.server = harness_server_start(&draw); // before there is a context
    if (headless_try(&headless, &draw, &error) != EXIT_SUCCESS) {
        fprintf(stderr, "no GPU: %s\n", error.text);
        exit(getenv("HALATION_REQUIRE_GPU") ? EXIT_FAILURE : 77);
    }
    table_init(&report.table, audit_impls.columns);
    begin_stderr();
    audit_impls.check(&report);
    error_texts = memory_copy(end_stderr());
}

static void finish(void)
{
    audit_report_finish(&report);
    headless_close(&headless);
    harness_server_stop(report.server);
    free((char *) error_texts);
}

AROUND_TESTS(.begin = begin, .finish = finish)
