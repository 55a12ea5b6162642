#include "app/window/session/background/source_texts.h"

#include "render/shader_source.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void forget_texts(struct source_shown *shown)
{
    for (int i = 0; i < shown->count; i++) {
        free(shown->texts[i].text);
        free(shown->texts[i].numbers);
    }
    *shown = (struct source_shown){ 0 };
}

void source_texts_finish(struct source_texts *texts)
{
    forget_texts(&texts->shown);
    *texts = (struct source_texts){ 0 };
}

// ---- recording

void source_texts_begin(struct source_texts *texts, struct renderer *renderer, int step)
{
    const struct source_texts_key *has = &texts->key;
    const struct source_texts_key key = {
        .chain = renderer->side.chain,
        .step = step,
        .width = renderer->plan_options.width,
        .height = renderer->plan_options.height,
        .reloads = renderer->gpu.programs.reloads,
        .times = renderer->plan_times,
    };
    if (texts->is_there && !plan_needs_rebuild(&has->chain, &key.chain) && has->step == step &&
        has->width == key.width && has->height == key.height && has->reloads == key.reloads &&
        has->times == key.times)
        return;
    texts->key = key;
    texts->is_there = texts->is_recording = true;
    texts->passes.count = 0;
    renderer->gpu.passes = &texts->passes;
    plan_cache_forget(&renderer->side.cache);
}

// ---- the passes of the step

static int end_of_node(const struct pass_list *passes, int at)
{
    const int node = passes->items[at].node;
    while (at < passes->count && passes->items[at].node == node)
        at++;
    return at;
}

// Returns the first pass of the n-th node; the number of passes if the node did not run. Adjacent
// nodes may have the same name.
static int first_pass(const struct pass_list *passes, const struct plan *plan, int n)
{
    int from = 0, at = 0;
    for (int i = 0; i <= n; i++) {
        const char *label = plan->nodes[i].label;
        const size_t length = strlen(label);
        for (at = from; at < passes->count; at = end_of_node(passes, at)) {
            const char *path = passes->items[at].path;
            if (strncmp(path, label, length) == 0 && (path[length] == '/' || path[length] == '\0'))
                break;
        }
        if (at < passes->count)
            from = end_of_node(passes, at);
    }
    return at;
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

static struct source_text *find_text(struct source_shown *shown, const char *name)
{
    for (int i = 0; i < shown->count; i++)
        if (strcmp(shown->texts[i].name, name) == 0)
            return &shown->texts[i];
    return NULL;
}

static struct source_text *add_text(struct source_shown *shown, const char *name)
{
    if (shown->count == SOURCE_TEXTS_MOST)
        return NULL;
    struct source_text *text = &shown->texts[shown->count++];
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
        if (source->lines[i].file < 0 && strncmp(line, word, strlen(word)) == 0)
            step_writef(&writer, "%s%.*s", writer.length > 0 ? ", " : "",
                        length - (int) strlen(word), line + strlen(word));
        line += length + (line[length] == '\n');
    }
}

// Numbers the lines of a shader file as in the file, and generated lines around them not at all;
// the generated function main claims to be on the last line.
static void add_lines(struct source_text *text, const char *written)
{
    int number = strstr(written, "\n#line ") ? -1 : 0, last = 0;
    text->text = memory_copy(written);
    for (const char *line = written; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const bool moves = strncmp(line, "#line ", strlen("#line ")) == 0;
        text->numbers =
            memory_grow(text->numbers, (size_t) text->line_count + 2, sizeof(*text->numbers));
        text->numbers[text->line_count++] = number < last || moves ? 0 : (last = ++number);
        text->numbers[text->line_count] = 0;
        if (moves) {
            number = atoi(line + strlen("#line ")) - 1; // -1: generated
            if (!text->place[0])
                sscanf(line, "#line %*d \"%511[^\"\n]", text->place);
        }
    }
}

static void add_file(struct source_text *text)
{
    struct error error;
    char *written = shader_source_read(text->name, &error);
    shader_source_path(text->name, text->place, sizeof(text->place));
    text->is_file = written && strlen(written) < UI_SOURCE_SIZE;
    add_lines(text, written ? written : error.text);
    free(written);
}

static void add_parts(struct source_shown *shown, const struct shader_source *source)
{
    for (int i = 1; i < source->file_count; i++) {
        struct source_text *part = source->is_named[i] || find_text(shown, source->files[i])
                                       ? NULL
                                       : add_text(shown, source->files[i]);
        if (!part)
            continue;
        snprintf(part->notes, sizeof(part->notes), "included by %s", source->files[0]);
        add_file(part);
    }
}

static void add_program(struct source_shown *shown, const struct program *program)
{
    struct shader_source source;
    struct error error;
    const struct program_desc desc = program_cache_desc(program);
    struct source_text *text = add_text(shown, desc.file);
    const bool is_read = shader_source_load(&source, desc.file, desc.text, desc.defines, &error);
    if (text)
        text->program = program;
    if (text && desc.text)
        add_lines(text, desc.text);
    else if (text)
        add_file(text);
    if (text && is_read)
        add_defines(text, &source);
    if (is_read) {
        add_parts(shown, &source);
        shader_source_finish(&source);
    }
}

// ---- the whole

// Adds the programs of the step in the order in which they run, each with all its passes.
static void add_programs(struct source_texts *texts, const struct plan_node *node,
                         const struct chain_step *step, int first)
{
    const struct pass_list *passes = &texts->passes;
    struct source_shown *shown = &texts->shown;
    for (int i = first; i < end_of_node(passes, first); i++) {
        const struct program *program = passes->items[i].program;
        const char *path = passes->items[i].path, *slash = strchr(path, '/');
        int at = 0;
        if (!has_program(node, step, program))
            continue;
        while (at < shown->count && shown->texts[at].program != program)
            at++;
        if (at == shown->count)
            add_program(shown, program);
        if (at == shown->count) // the list is full
            continue;
        char *notes = shown->texts[at].notes;
        struct step_writer writer = { notes, sizeof(shown->texts[at].notes), (int) strlen(notes) };
        step_writef(&writer, "%s%s", notes[0] ? ", " : "", slash ? slash + 1 : path);
    }
}

// Sets the title and lists the texts of the step; returns the reason if there are none.
static const char *list_texts(struct source_texts *texts, const struct renderer *renderer)
{
    const struct plan *plan = &renderer->side.plan;
    const int number = texts->key.step;
    char own[UI_SOURCE_FILE_SIZE];
    char *title = texts->shown.title;
    snprintf(title, sizeof(texts->shown.title), "GLSL");
    if (number >= renderer->side.chain.count)
        return "the chain has no steps";
    const struct chain_step *step = &renderer->side.chain.steps[number];
    const struct plan_node *node = NULL;
    for (int i = 0; i < plan->count && !node; i++)
        node = plan_node_has(&plan->nodes[i], step) ? &plan->nodes[i] : NULL;
    const struct effect_impl *impl = renderer_impl(renderer, number); // if it is not fused
    snprintf(title, sizeof(texts->shown.title), "GLSL of step %d, %s%s%s", number + 1,
             step->effect->name, impl ? ": " : "", impl ? impl->name : "");
    if (step->off)
        return "the step is switched off, so nothing of it runs";
    if (!node)
        return "with these numbers the step changes nothing, so nothing of it runs";
    const int first = first_pass(&texts->passes, plan, (int) (node - plan->nodes));
    if (first == texts->passes.count)
        return "its passes come after more than are noted of a frame";
    add_programs(texts, node, step, first);
    snprintf(own, sizeof(own), "pointwise/%s.glsl", step->effect->name);
    const struct source_text *text = find_text(&texts->shown, own);
    texts->shown.own = text ? (int) (text - texts->shown.texts) : 0;
    return "";
}

void source_texts_end(struct source_texts *texts, struct renderer *renderer)
{
    if (!texts->is_recording)
        return;
    texts->is_recording = false;
    texts->readings++;
    renderer->gpu.passes = NULL;
    forget_texts(&texts->shown);
    snprintf(texts->shown.why, sizeof(texts->shown.why), "%s", list_texts(texts, renderer));
}
