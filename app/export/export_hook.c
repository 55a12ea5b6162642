#include "app/export/export_files.h"
#include "render/file/output_file.h"
#include "render/text/log.h"
#include "render/text/number.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- parameters

static void add_param(struct hook_export *hook, const struct exported_param *row, int component)
{
    struct hook_param param = { .row = row, .component = component };
    snprintf(param.name, sizeof(param.name), row->components > 1 ? "%s_%c" : "%s", row->name,
             "rgb"[component]);
    for (char *at = param.name; *at; at++)
        *at = isalnum((unsigned char) *at) ? *at : '_';
    snprintf(param.value, sizeof(param.value),
             row->per_cent > 0 ? "(%s * HOOKED_size.y / 100.0)" : "%s", param.name);
    hook->params[hook->param_count++] = param;
}

// Declares the parameters that a number depends on, unless one of these is an integer of a table,
// or a pass has many tables: every texel evaluates them.
static void choose_params(struct hook_export *hook)
{
    enum { MAX_TABLES = 8 };
    const struct exported *exported = hook->exported;
    for (int i = 0; i < exported->param_count; i++) {
        const int components = exported->params[i].components;
        bool is_used = false, fits = hook->param_count + components <= SHADER_MAX_PARAMS;
        int tables = 0; // of one pass
        for (int k = 0; k < exported->number_count; k++) {
            const struct exported_number *number = &exported->numbers[k];
            const struct exported_pass *pass = &exported->passes[number->pass];
            const bool is_own = number->source >= EXPORTED_PARAM && number->param == i;
            const bool is_table = is_own && number->source == EXPORTED_TABLE;
            if (k > 0 && number->pass != number[-1].pass)
                tables = 0;
            tables += is_table;
            is_used |= is_own;
            fits &= tables <= MAX_TABLES;
            fits &= !is_table || pass->uniforms[number->uniform].type != UNIFORM_INT;
        }
        for (int k = 0; k < components && is_used && fits; k++)
            add_param(hook, &exported->params[i], k);
    }
}

// Writes a parameter as a //!PARAM block, or as "#define name 1.0 // 0 to 4: help".
static void write_param(const struct hook_export *hook, const struct hook_param *param,
                        struct text_writer *out)
{
    const struct exported_param *own = param->row;
    const struct param *row = own->row;
    const bool is_share = own->per_cent > 0;
    const char *type = row->type == PARAM_TYPE_INT ? "int" : "float";
    const float scale = is_share ? 100 / (float) hook->exported->height : 1;
    const float value = is_share ? own->per_cent : own->value[param->component];
    const char *unit = is_share ? "% of the height" : row->unit ? row->unit : "";
    const char *help = row->help ? row->help : param->name;
    char least[NUMBER_PRINTED_SIZE], most[NUMBER_PRINTED_SIZE], text[NUMBER_PRINTED_SIZE];
    number_print(fminf(own->least * scale, value), least);
    number_print(fmaxf(own->most * scale, value), most);
    number_print(value, text);
    if (hook->has_rows) {
        text_write(out, *unit ? "\n//!PARAM %s\n//!DESC %s (%s)" : "\n//!PARAM %s\n//!DESC %s",
                   param->name, help, unit);
        text_write(out, "\n//!TYPE %s\n//!MINIMUM %s\n//!MAXIMUM %s\n%s\n", type, least, most,
                   text);
    } else {
        text_write(out, "#define %s %s(%s) // %s to %s%s%s: %s\n", param->name, type, text, least,
                   most, *unit ? " " : "", unit, help);
    }
}

// Writes the parameters that a text uses; NULL: all.
static void write_params(const struct hook_export *hook, const char *text, struct text_writer *out)
{
    for (int i = 0; i < hook->param_count; i++)
        if (!text || strstr(text, hook->params[i].name))
            write_param(hook, &hook->params[i], out);
}

// ---- textures

// Writes a texture that a pass uses in mpv's format, with all texels in one line.
static void write_texture(const struct exported *exported, int number, struct text_writer *out)
{
    static const char *const borders[] = {
        [EDGE_CLAMP] = "CLAMP",
        [EDGE_MIRROR] = "MIRROR",
        [EDGE_ZERO] = "CLAMP",
        [EDGE_REPEAT] = "REPEAT",
    };
    const struct exported_texture *texture = &exported->textures[number];
    const struct exported_binding *use = exported->passes[texture->first].bindings;
    bool has_bytes = true;
    while (use->thing != number)
        use++;
    for (size_t i = 0; i < texture->data_count; i++) {
        const float byte = texture->data[i] * 255;
        has_bytes &= byte >= 0 && byte <= 255 && roundf(byte) / 255 == texture->data[i];
    }
    text_write(out, "\n//!TEXTURE %s\n//!SIZE %d", texture->name, texture->width.add);
    if (texture->dimensions > 1)
        text_write(out, " %d", texture->height.add);
    if (texture->dimensions > 2)
        text_write(out, " %d", texture->depth);
    text_write(out, "\n//!FORMAT %s%s\n//!FILTER %s\n//!BORDER %s\n",
               texture->channels == 1 ? "r" : "rgba", has_bytes ? "8" : "32f",
               use->filter == FILTER_NEAREST ? "NEAREST" : "LINEAR", borders[use->edge]);
    for (size_t i = 0; i < texture->data_count; i++) {
        uint32_t bits = 0;
        if (has_bytes)
            bits = (uint32_t) roundf(texture->data[i] * 255);
        else
            memcpy(&bits, &texture->data[i], sizeof(bits));
        for (int shift = 0; shift < (has_bytes ? 8 : 32); shift += 8)
            text_write(out, "%02x", bits >> shift & 0xff);
    }
    text_write(out, "\n");
}

// ---- passes

// Writes "HOOKED.w 3 +"; a quotient that is rounded down as "... n n 4 % - 4 /".
static void write_size(const char *directive, const struct form *form, struct text_writer *out)
{
    const int times = form->by > 1 ? 2 : 1;
    text_write(out, "//!%s", directive);
    if (form->side == FORM_FIXED) {
        text_write(out, " %d\n", form->add);
        return;
    }
    for (int i = 0; i < times; i++) {
        text_write(out, form->side == FORM_WIDTH ? " HOOKED.w" : " HOOKED.h");
        if (form->per != 1)
            text_write(out, " %d *", form->per);
        if (form->add != 0)
            text_write(out, " %d %c", abs(form->add), form->add > 0 ? '+' : '-');
    }
    if (form->by > 1)
        text_write(out, " %d %% - %d /", form->by, form->by);
    if (form->step > 1)
        text_write(out, " %d *", form->step);
    if (form->plus != 0)
        text_write(out, " %d %c", abs(form->plus), form->plus > 0 ? '+' : '-');
    text_write(out, "\n");
}

// Writes the condition on the size at which a pass runs.
static void write_when(const struct exported *exported, struct text_writer *out)
{
    if (!exported->has_any_size)
        text_write(out, "//!WHEN HOOKED.w %d = HOOKED.h %d = *\n", exported->width,
                   exported->height);
    if (exported_heights_are_limited(exported))
        text_write(out, "//!WHEN HOOKED.h %d > HOOKED.h %d < *\n", exported->least - 1,
                   exported->most + 1);
}

// A pass may filter, so it must read light.
static void write_decoding(const struct exported *exported, struct text_writer *out)
{
    static const char body[] =
        "vec4 hook()\n{\n"
        "    vec4 color = texelFetch(HOOKED_raw, ivec2(gl_FragCoord.xy), 0);\n"
        "#ifndef HALATION_LIGHT\n"
        "    color.rgb = to_light(color.rgb / max(color.a, 1e-6)) * color.a;\n"
        "#endif\n"
        "    return color;\n}\n";
    text_write(out, "\n//!HOOK MAIN\n//!DESC decode\n//!BIND HOOKED\n//!SAVE picture_light\n");
    write_when(exported, out);
    hook_export_helpers(body, out);
    text_write(out, "%s", body);
}

static bool write_pass(const struct hook_export *hook, const struct exported_pass *pass,
                       struct text_writer *out, struct error *error)
{
    const struct exported *exported = hook->exported;
    const struct exported_texture *output = &exported->textures[pass->output];
    if (!exported_draws_whole(exported, pass))
        return error_set(error,
                         "%s draws a part of an image, which a user shader cannot; --export FOLDER "
                         "takes it",
                         pass->path);
    struct text_writer body = { 0 };
    const bool done = hook_export_body(hook, pass, &body, error);
    text_write(out, "\n//!HOOK MAIN\n//!DESC %s\n", exported->shaders[pass->shader].name);
    if (strstr(body.text, "HOOKED_"))
        text_write(out, "//!BIND HOOKED\n");
    for (int i = 0; i < pass->binding_count; i++) {
        const struct exported_texture *input = &exported->textures[pass->bindings[i].thing];
        bool is_new = true;
        for (int k = 0; k < i; k++)
            is_new &= pass->bindings[k].thing != pass->bindings[i].thing;
        if (is_new)
            text_write(out, "//!BIND %s\n", input->name);
    }
    if (output->role != EXPORTED_OUTPUT)
        text_write(out, "//!SAVE %s\n", output->name);
    const bool has_size = exported->has_any_size || output->role != EXPORTED_OUTPUT;
    if (has_size && !form_is_side(&output->width, FORM_WIDTH))
        write_size("WIDTH", &output->width, out);
    if (has_size && !form_is_side(&output->height, FORM_HEIGHT))
        write_size("HEIGHT", &output->height, out);
    write_when(exported, out);
    if (!hook->has_rows)
        write_params(hook, body.text, out);
    text_write(out, "%s", body.text);
    free(body.text);
    return done;
}

// ---- the file

static void write_head(const struct hook_export *hook, const struct chain *chain,
                       struct text_writer *out)
{
    char text[CHAIN_TEXT_SIZE];
    chain_print(chain, text, sizeof(text));
    text_write(out,
               "// SPDX-License-Identifier: MIT-0\n//\n"
               "// A user shader for %s. Made by\n"
               "// halation " HALATION_VERSION " of the chain\n//\n//     ",
               hook->has_rows ? "mpv (vo=gpu-next) and others, with libplacebo 6 or newer"
                              : "mpv and others that draw with libplacebo");
    export_write_comment(out, text);
    text_write(
        out, "\n//\n"
             "// It decodes the display values of MAIN as sRGB, works on light, and gives display "
             "values back.\n// Halation gives it light:\n"
             "//@ light\n");
    if (!hook->has_rows)
        text_write(out, "// A parameter is a #define, with its range, in each pass that has it: "
                        "change it in all of them.\n");
    const struct exported *exported = hook->exported;
    if (!exported->has_any_size) {
        text_write(out, "// ");
        export_write_comment(out, exported->fixed_by);
        text_write(out, " is made for %dx%d, so it runs at that size alone.\n", exported->width,
                   exported->height);
    } else if (exported_heights_are_limited(exported)) {
        text_write(out, "// It runs at heights from %d to %d, for which its lengths are made.\n",
                   exported->least, exported->most);
    }
}

static bool write_file(struct hook_export *hook, const struct chain *chain, struct text_writer *out,
                       struct error *error)
{
    const struct exported *exported = hook->exported;
    choose_params(hook);
    write_head(hook, chain, out);
    if (hook->has_rows)
        write_params(hook, NULL, out);
    for (int i = 0; i < exported->texture_count; i++)
        if (exported->textures[i].role == EXPORTED_DATA)
            write_texture(exported, i, out);
    write_decoding(exported, out);
    for (int i = 0; i < exported->pass_count; i++)
        if (!write_pass(hook, &exported->passes[i], out, error))
            return false;
    return true;
}

int export_hook_write(struct renderer *renderer, const char *path, struct error *error)
{
    struct exported exported;
    struct error unused;
    struct chain chain = renderer->side.chain;
    struct plan_options options = renderer->plan_options;
    struct text_writer out = { 0 };
    struct hook_export hook = {
        .exported = &exported,
        .makes_display = chain_find_display(&chain),
        .has_rows = output_file_check_ending(path, ".param.hook", &unused) ||
                    output_file_check_ending(path, ".param.glsl", &unused),
    };
    chain_for_each(step, &chain) // never overwrites a shader file in use
        if (!output_file_check_apart((const char *[]){ path, step->effect->file.path }, 2, error))
            return EXIT_USAGE;
    options.linear = !hook.makes_display;
    if (!exported_make(&exported, renderer, &chain, &options, EXPORTED_FRAGMENTS, error))
        return EXIT_USAGE;
    for (int i = 0; i < exported.texture_count; i++)
        if (exported.textures[i].role == EXPORTED_SOURCE) // the light that the first pass outputs
            snprintf(exported.textures[i].name, EXPORTED_NAME_SIZE, "picture_light");
    int status = EXIT_USAGE;
    if (write_file(&hook, &chain, &out, error))
        status = export_write_file(path, out.text, out.length, error) ? EXIT_SUCCESS : EXIT_MACHINE;
    if (status == EXIT_SUCCESS && !exported.has_any_size)
        log_note("%s is made for %dx%d, so the file runs at that size alone", exported.fixed_by,
                 exported.width, exported.height);
    exported_finish(&exported);
    free(out.text);
    return status;
}
