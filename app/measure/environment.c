#include "app/measure/environment.h"

#include "app/lab/text/processor.h"
#include "app/lab/text/processors.h"
#include "app/results/json_file.h"

#include <stdio.h>
#include <sys/utsname.h>
#include <time.h>

static void describe_host(struct environment *environment)
{
    const time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc))
        strftime(environment->date, sizeof(environment->date), "%Y-%m-%dT%H:%M:%SZ", &utc);
    struct utsname host;
    if (uname(&host) == 0)
        snprintf(environment->host, sizeof(environment->host), "%.48s %.64s %.32s", host.sysname,
                 host.release, host.machine);
    environment->processors = processors_count();
}

static void describe_picture(struct environment *environment, const struct lab *lab,
                             const struct options *options)
{
    const struct plan_options *plan = &lab->plan_options;
    environment->width = plan->width;
    environment->height = plan->height;
    environment->format = texture_format_name(plan->format);
    environment->fuse = plan_fuse_names[plan->fuse];
    environment->profile = lab_profile_names[options->draw.profile];
    environment->msaa = lab->samples;
    environment->scene_scale = lab->scene_scale;
    environment->time = options->draw.time;
    chain_print(&lab->side.chain, environment->chain, sizeof(environment->chain));
    scene_print(&lab->scene, environment->scene, sizeof(environment->scene));
}

void environment_fill(struct environment *environment, enum environment_level level,
                      const struct lab *lab, const struct options *options)
{
    *environment = (struct environment){
        .level = level,
        .info = lab->gpu.info,
        .commit = options->results.commit ? options->results.commit : "unknown",
    };
    if (level >= ENVIRONMENT_MACHINE)
        describe_host(environment);
    if (level >= ENVIRONMENT_PICTURE)
        describe_picture(environment, lab, options);
}

// ---- as JSON

static void add_text(json_t *json, const char *key, const char *text)
{
    char what[64];
    snprintf(what, sizeof(what), "the %s in the results", key);
    json_object_set_new(json, key, json_file_text(text, what));
}

static void add_number(json_t *json, const char *key, int number)
{
    json_object_set_new(json, key, json_integer(number));
}

void environment_add_settings(const struct environment *from, json_t *json)
{
    add_text(json, "scene", from->scene);
    add_text(json, "fuse", from->fuse);
    add_text(json, "profile", from->profile);
    add_number(json, "msaa", from->msaa);
    json_object_set_new(json, "scene_scale", json_real((double) from->scene_scale));
    json_object_set_new(json, "time", json_real(from->time));
}

static void add_machine(const struct environment *from, json_t *json)
{
    add_text(json, "commit", from->commit);
    add_text(json, "date", from->date);
    add_text(json, "host", from->host);
    add_text(json, "cpu", processor_name());
    add_number(json, "processors", from->processors);
    json_object_set_new(json, "software", json_boolean(from->info.software));
    json_object_set_new(json, "truncates_halves", json_boolean(from->info.truncates));
}

void environment_add(const struct environment *from, json_t *json)
{
    add_text(json, "program", "halation " HALATION_VERSION);
    add_text(json, "renderer", from->info.renderer);
    add_text(json, "vendor", from->info.vendor);
    add_text(json, "driver", from->info.driver);
    add_text(json, "gl", from->info.version);
    if (from->level >= ENVIRONMENT_MACHINE)
        add_machine(from, json);
}
