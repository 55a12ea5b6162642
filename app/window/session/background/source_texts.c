#include "app/window/session/background/background.h"
#include "effects/plan/plan.h"
#include "render/file/text_file.h"
#include "render/frame_record.h"
#include "render/shader_source.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void source_texts_finish(struct source_texts *texts)
{
    for (int i = 0; i < texts->count; i++)
        free(texts->all[i].text);
    *texts = (struct source_texts){ .readings = texts->readings };
}

// A fused step runs in a program of another step.
static bool has_program(const struct plan_node *node, const struct chain_step *step,
                        const struct program *program)
{
    if (fused_steps_have(&node->before, step))
        return program == node->joined_before;
    if (fused_steps_have(&node->after, step))
        return program == node->joined_after;
    return true;
}

// ---- texts

static struct source_text *find_text(struct source_texts *texts, const char *name)
{
    for (int i = 0; i < texts->count; i++)
        if (strcmp(texts->all[i].name, name) == 0)
            return &texts->all[i];
    return NULL;
}

static struct source_text *add_text(struct source_texts *texts, const char *name)
{
    if (texts->count == SOURCE_TEXTS_MAX)
        return NULL;
    struct source_text *text = &texts->all[texts->count++];
    snprintf(text->name, sizeof(text->name), "%s", name);
    return text;
}

// Lists the defines of the program: the lines of the compiled text that are in no file.
static void add_defines(struct source_text *text, const struct shader_source *source)
{
    static const char word[] = "#define ";
    struct step_writer writer = { text->defines, sizeof(text->defines), 0 };
    const char *line = source->text;
    for (int i = 0; i < source->line_count; i++) {
        const int length = (int) strcspn(line, "\n");
        if (source->lines[i].file < 0 && text_begins_with(line, word))
            step_writef(&writer, "%s%.*s", writer.length > 0 ? ", " : "",
                        length - (int) strlen(word), line + strlen(word));
        line += length + (line[length] == '\n');
    }
}

static void add_file(struct source_text *text)
{
    struct error error;
    text->text = shader_source_read(text->name, &error);
    shader_source_path(text->name, text->place, sizeof(text->place));
    text->is_file = text->text && strlen(text->text) < UI_SOURCE_SIZE;
    if (!text->text)
        text->text = memory_copy(error.text);
}

// Adds the files that the program includes, and user shaders that it has parts of.
static void add_parts(struct source_texts *texts, const struct shader_source *source)
{
    struct error error;
    for (int i = 1; i < source->file_count; i++) {
        struct source_text *part =
            find_text(texts, source->files[i]) ? NULL : add_text(texts, source->files[i]);
        if (!part)
            continue;
        snprintf(part->notes, sizeof(part->notes), "included by %s", source->files[0]);
        if (!source->is_named[i]) {
            add_file(part);
            continue;
        }
        snprintf(part->place, sizeof(part->place), "%s", source->files[i]);
        part->text = text_file_read(part->place, "shader", SHADER_SOURCE_MAX_BYTES, &error);
        part->is_user_shader = true;
        part->is_file = part->text && strlen(part->text) < UI_SOURCE_SIZE &&
                        strcmp(part->name, part->place) == 0;
        if (!part->text)
            part->text = memory_copy(error.text);
    }
}

static void add_program(struct source_texts *texts, const struct program *program)
{
    struct shader_source source;
    struct error error;
    const struct program_desc desc = program_cache_desc(program);
    struct source_text *text = add_text(texts, desc.file);
    if (!text)
        return;
    text->program = program;
    if (desc.text)
        text->text = memory_copy(desc.text);
    else
        add_file(text);
    if (!shader_source_load(&source, desc.file, desc.text, desc.defines, &error))
        return;
    add_defines(text, &source);
    add_parts(texts, &source);
    shader_source_finish(&source);
}

// ---- the whole

// Records the passes of the plan, and adds the programs of the n-th node that run the step, in the
// order in which they run, each with all its passes.
static void add_programs(struct source_texts *texts, struct renderer *renderer, int n,
                         const struct chain_step *step)
{
    struct gpu *gpu = &renderer->gpu;
    const struct plan *plan = &renderer->side.plan;
    struct frame_record record;
    int node = -1, scope = -1; // each node has a scope
    gpu_begin_frame(gpu, "sources");
    frame_record_begin(&record, gpu);
    plan_run(plan, NULL, gpu, &renderer->source, &renderer->side.output, renderer->frame);
    frame_record_end(&record, gpu);
    gpu_end_frame(gpu);
    for (int i = 0; i < record.count; i++) {
        const struct record_pass *pass = &record.passes[i];
        const char *slash = strchr(pass->path, '/');
        int at = 0;
        node += pass->scope != scope;
        scope = pass->scope;
        if (node != n || !pass->program || !has_program(&plan->nodes[n], step, pass->program))
            continue;
        while (at < texts->count && texts->all[at].program != pass->program)
            at++;
        if (at == texts->count)
            add_program(texts, pass->program);
        if (at == texts->count) // the list is full
            break;
        char *notes = texts->all[at].notes;
        struct step_writer writer = { notes, sizeof(texts->all[at].notes), (int) strlen(notes) };
        step_writef(&writer, "%s%s", notes[0] ? ", " : "", slash ? slash + 1 : pass->path);
    }
    frame_record_finish(&record);
}

// Sets the title and lists the texts of the step; returns the reason if there are none.
static const char *list_texts(struct source_texts *texts, struct renderer *renderer)
{
    const struct plan *plan = &renderer->side.plan;
    const int number = texts->step;
    char own[UI_SOURCE_FILE_SIZE];
    snprintf(texts->title, sizeof(texts->title), "GLSL");
    if (number >= renderer->side.chain.count)
        return "the chain has no steps";
    const struct chain_step *step = &renderer->side.chain.steps[number];
    const struct effect_impl *impl = renderer_impl(renderer, number); // if it is not fused
    const int node = plan_find_node(plan, step);
    snprintf(texts->title, sizeof(texts->title), "GLSL of step %d, %s%s%s", number + 1,
             step->effect->name, impl ? ": " : "", impl ? impl->name : "");
    if (step->off)
        return "the step is switched off, so nothing of it runs";
    if (node < 0)
        return "with these numbers the step changes nothing, so nothing of it runs";
    add_programs(texts, renderer, node, step);
    snprintf(own, sizeof(own), "pointwise/%s.glsl", step->effect->name);
    const struct source_text *text =
        find_text(texts, step->effect->file.path ? step->effect->file.path : own);
    texts->own = text ? (int) (text - texts->all) : 0;
    return NULL;
}

void source_texts_update(struct source_texts *texts, struct renderer *renderer, int step)
{
    if (texts->readings > 0 && texts->step == step && texts->plans == renderer->plans)
        return;
    source_texts_finish(texts);
    texts->step = step;
    texts->plans = renderer->plans;
    texts->readings++;
    texts->why = list_texts(texts, renderer);
}
