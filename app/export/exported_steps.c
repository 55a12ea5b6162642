#include "app/export/export_files.h"
#include "render/file/embedded.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Steps that travel as code. Programs of some implementations depend on neither the size nor the
// numbers of the step; only the list of their passes does. An export has the C function that makes
// this list, with the functions that it calls, from the sources of effects/.

// ---- the sources of an implementation

// Finds the file that defines an implementation, and copies the name of its function `run`. Returns
// NULL if its sources are not built into the program.
static const struct embedded_file *find_run(const struct effect *effect,
                                            const struct effect_impl *impl,
                                            char run[EXPORTED_NAME_SIZE])
{
    char head[2 * EXPORTED_NAME_SIZE];
    snprintf(head, sizeof(head), "const struct effect_impl %.30s_%.30s = {", effect->name,
             impl->name);
    for (const struct embedded_file *file = embedded_files; file->path; file++) {
        const char *at = strstr(file->text, head);
        at = at ? strstr(at, ".run = ") : NULL;
        if (!at)
            continue;
        at += strlen(".run = ");
        snprintf(run, EXPORTED_NAME_SIZE, "%.*s", (int) strcspn(at, ","), at);
        return file;
    }
    return NULL;
}

bool exported_impl_travels(const struct effect *effect, const struct effect_impl *impl)
{
    char run[EXPORTED_NAME_SIZE];
    return !impl->write_defines && !effect->file.path && find_run(effect, impl, run);
}

enum { MAX_SOURCES = 64 };

// The text of all sources; a file comes after those that it includes.
struct sources {
    int count;
    const struct embedded_file *files[MAX_SOURCES];
    struct text_writer text;
    struct shader_source places; // the file of each line
};

// Adds the headers that a file includes and the functions that these declare, and then the file
// without its directives of inclusion. Files that are not built into the program are left out:
// chain_gpu.h has their part.
static void add_source(struct sources *sources, const struct embedded_file *file)
{
    static const char include[] = "#include \"";
    struct shader_source *places = &sources->places;
    const int number = sources->count;
    char path[EXPORTED_NAME_SIZE];
    for (int i = 0; i < sources->count; i++)
        if (sources->files[i] == file)
            return;
    if (!file)
        return;
    sources->files[sources->count++] = file;
    for (const char *at = file->text; (at = strstr(at, include));) {
        at += strlen(include);
        snprintf(path, sizeof(path), "%.*s", (int) strcspn(at, "\""), at);
        add_source(sources, embedded_find(path));
    }
    for (const char *line = file->text; *line; line += strcspn(line, "\n") + 1) {
        if (text_begins_with(line, "#include") || text_begins_with(line, "#pragma"))
            continue;
        text_write(&sources->text, "%.*s\n", (int) strcspn(line, "\n"), line);
        places->lines = memory_room(places->lines, places->line_count, sizeof(*places->lines));
        places->lines[places->line_count++] = (struct shader_line){ number, 0 };
    }
    if (text_ends_in(file->path, ".h")) {
        snprintf(path, sizeof(path), "%.*sc", (int) strlen(file->path) - 1, file->path);
        add_source(sources, embedded_find(path));
    }
}

// Removes what describes an effect to halation: tables of parameters and implementations, and the
// work of a pass, ".work = { ... },". Makes all functions local to the file.
static void strip(struct glsl *glsl)
{
    const struct glsl_items items = glsl_items_list(glsl);
    struct glsl_word *words = glsl->words;
    int to = 0;
    for (int i = 0; i < items.count; i++) {
        const struct glsl_item *item = &items.all[i];
        const bool is_function = item->arguments >= 0;
        struct glsl_word *first = words + item->first;
        bool is_table = false;
        for (int k = item->first; item->kind == GLSL_VARIABLE && !glsl_is(words + k, "= ;"); k++)
            is_table |= glsl_is(words + k, "param effect effect_impl char");
        if (is_function && !glsl_is(first, "static typedef")) {
            char text[EXPORTED_NAME_SIZE];
            snprintf(text, sizeof(text), "static %.*s", first->length, first->text);
            glsl_replace(glsl, item->first, text);
        }
        for (int k = item->first; k < item->end && !is_table; k++) {
            if (glsl_is(words + k, ".") && glsl_is(words + k + 1, "work"))
                k = glsl_close(glsl, k + 3) + 2;
            words[to++] = words[k];
        }
    }
    words[to] = words[glsl->count - 1];
    glsl->count = to + 1;
    free(items.all);
}

void export_write_steps(const struct exported *exported, struct text_writer *out)
{
    struct sources sources = { 0 };
    struct text_writer roots = { 0 };
    struct glsl glsl;
    if (exported->step_count == 0)
        return;
    for (int i = 0; i < exported->step_count; i++) {
        const struct exported_step *step = &exported->steps[i];
        add_source(&sources, step->source);
        text_write(&roots, "%s %s_params ", step->run, step->effect->name);
    }
    glsl_init(&glsl, sources.text.text, &sources.places);
    glsl.is_c = true;
    strip(&glsl);
    glsl_prune(&glsl, roots.text);
    char *text = glsl_print(&glsl);
    text_write(out, "\n// ---- the steps whose passes depend on the size and the parameters\n\n%s",
               text);
    free(text);
    free(roots.text);
    free(sources.text.text);
    free(sources.places.lines);
    glsl_finish(&glsl);
}

// ---- the steps of a chain

const struct exported_step *exported_step_at(const struct exported *exported, int pass)
{
    for (int i = 0; i < exported->step_count; i++) {
        const struct exported_step *step = &exported->steps[i];
        if (pass >= step->first && pass < step->end)
            return step;
    }
    return NULL;
}

// Finds the passes of a node: those that were recorded in its timer scope.
static void find_passes(const struct frame_record *frame, int node, struct exported_step *step)
{
    for (int i = 0, scope = 0; i < frame->count; i++) {
        scope += i > 0 && frame->passes[i].scope != frame->passes[i - 1].scope;
        if (scope < node)
            step->first = i + 1;
        if (scope <= node)
            step->end = i + 1;
    }
}

// Adds the programs of the step that a recording uses.
static bool add_programs(struct making *making, const struct frame_record *frame,
                         struct exported_step *step, struct error *error)
{
    for (int i = 0; i < frame->count; i++)
        for (int k = 0; k < step->shader_count; k++) {
            const struct record_pass *pass = &frame->passes[i];
            int *shader = &step->shaders[k];
            if (step->programs->items[k] != pass->program || *shader >= 0)
                continue;
            *shader = exported_shader(making, pass, error);
            if (*shader == EXPORTED_NONE)
                return false;
        }
    return true;
}

// Records the step with many values of each of its numbers, in order to find all programs.
static bool find_programs(struct making *making, struct exported_step *step, struct error *error)
{
    enum { VALUES = 24 };
    bool done = add_programs(making, &making->base.frame, step, error);
    for (const struct param *row = step->effect->params; row->key && done; row++)
        for (int i = 0; i < VALUES && done && exported_is_number(row); i++) {
            struct chain changed = making->exported->chain;
            struct recording recording;
            struct error unused;
            float least, most;
            void *values = changed.steps[step->step].params;
            param_range(row, values, &least, &most);
            param_set(row, values, 0, most * exp2f(-(float) i / 2));
            if (!recording_make(&recording, making->gpu, &changed, &making->options, 0, &unused))
                continue;
            done = add_programs(making, &recording.frame, step, error);
            recording_finish(&recording);
        }
    return done;
}

bool exported_find_steps(struct making *making, struct error *error)
{
    struct exported *exported = making->exported;
    const struct recording *base = &making->base;
    bool done = true;
    for (int i = 0; i < base->plan.count && done; i++) {
        const struct plan_node *node = &base->plan.nodes[i];
        const struct chain_step *from = node->fused.steps[0];
        const struct effect_site site = { .effect = from->effect, .params = from->params };
        const bool is_joined = node->joined_before || node->joined_after || node->select;
        if (!node->impl || is_joined || !exported_impl_travels(from->effect, node->impl) ||
            effect_edge(&site) != EDGE_CLAMP)
            continue;
        struct exported_step *step = &exported->steps[exported->step_count++];
        *step = (struct exported_step){
            .step = (int) (from - base->chain.steps),
            .effect = from->effect,
            .programs = node->programs,
            .shader_count = node->programs->count,
        };
        step->source = find_run(from->effect, node->impl, step->run);
        find_passes(&base->frame, i, step);
        step->input = base->frame.passes[step->first].inputs[0].texture;
        step->output = base->frame.passes[step->end - 1].output;
        for (int k = 0; k < EFFECT_MAX_PROGRAMS; k++)
            step->shaders[k] = EXPORTED_NONE;
        done = find_programs(making, step, error);
    }
    return done;
}

// ---- the call of a step

// Writes the value of a row: of an exported parameter that the C program can set, or constant.
static void write_value(struct text_writer *out, const struct exported *exported,
                        const struct exported_step *step, const struct param *row)
{
    const void *values = exported->chain.steps[step->step].params;
    const bool is_whole = row->type == PARAM_TYPE_INT || row->type == PARAM_TYPE_CHOICE;
    const struct exported_param *param = exported_find_param(exported, step->step, row);
    text_write(out,
               row->type == PARAM_TYPE_LENGTH ? "        .%s = { " : "        .%s = ", row->key);
    if (param)
        text_write(out, is_whole ? "(int) values[%d][0]" : "values[%d][0]",
                   (int) (param - exported->params));
    else
        export_write_number(out, param_get(row, values, 0), is_whole, "f");
    text_write(out, row->type == PARAM_TYPE_LENGTH ? ", false },\n" : ",\n");
}

void export_write_step(struct text_writer *out, const struct exported *exported,
                       const struct exported_step *step)
{
    text_write(out, "    const struct %s_params step_%d = {\n", step->effect->name, step->step);
    param_for_each(row, step->effect->params)
        write_value(out, exported, step, row);
    text_write(out,
               "    };\n    call_step(%s, &(struct effect_call){\n"
               "        .site = { &step_%d, width, height, FORMAT_%s, EDGE_CLAMP },\n"
               "        .gpu = gpu,\n        .programs = (const struct program *const[]){\n",
               step->run, step->step, exported->format);
    for (int i = 0; i < step->shader_count; i++)
        if (step->shaders[i] == EXPORTED_NONE)
            text_write(out, "            NULL,\n");
        else
            text_write(out, "            &gpu->programs[program_%s],\n",
                       exported->shaders[step->shaders[i]].name);
    text_write(out, "        },\n        .input = %s,\n        .output = %s,\n    });\n",
               exported->textures[step->input].name, exported->textures[step->output].name);
}
