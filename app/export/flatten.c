#include "app/export/glsl.h"
#include "render/shader_source.h"
#include "render/text/memory.h"
#include "render/text/text.h"
#include "render/text/text_writer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- names

// Writes the new name of a token. Returns false if it keeps its name.
static bool new_name(const struct glsl_word *word, char names[][FLATTENED_STEP_SIZE],
                     struct text_writer *name)
{
    static const char own[] = "halation_";
    const int own_length = (int) strlen(own);
    const char *rest = word->text + own_length;
    char *end;
    int i = 0;
    name->length = 0;
    if (word->length > own_length && text_begins_with(word->text, own)) {
        text_write(name, isdigit((unsigned char) *rest) ? "value_%.*s" : "%.*s",
                   word->length - own_length, rest);
        return true;
    }
    if (word->text[0] != 's' || !isdigit((unsigned char) word->text[1]))
        return false;
    const long step = strtol(word->text + 1, &end, 10);
    while (i < step && names[i][0])
        i++;
    if (*end != '_' || !names[i][0])
        return false;
    text_write(name, "%s%.*s", names[i], word->length - (int) (end - word->text), end);
    return true;
}

// Replaces the prefixes of steps by their names; a name that is already used gets an underscore.
// Returns the tokens as they were before, which the caller frees.
static struct glsl_word *rename_steps(struct glsl *glsl, char names[][FLATTENED_STEP_SIZE])
{
    struct text_writer name = { 0 };
    const size_t size = (size_t) glsl->count * sizeof(*glsl->words);
    struct glsl_word *before = memcpy(memory_new(size, 1), glsl->words, size);
    for (int i = 0; i < glsl->count; i++) {
        if (!glsl_is_name(before + i) || !new_name(before + i, names, &name))
            continue;
        bool is_taken = false;
        for (int k = 0; k < glsl->count; k++)
            is_taken |= glsl_is(before + k, name.text);
        text_write(&name, is_taken ? "_" : "");
        glsl_replace(glsl, i, name.text);
    }
    free(name.text);
    return before;
}

// ---- the source files

static void note_files(const struct shader_source *source, const struct glsl *glsl,
                       struct flattened *flattened)
{
    bool is_used[SHADER_SOURCE_MAX_FILES] = { false };
    struct text_writer files = { 0 };
    for (int i = 0; i < glsl->count - 1; i++) {
        const int file = glsl->words[i].file;
        if (file >= 0)
            is_used[file] = true;
    }
    for (int i = 0; i < source->file_count; i++) {
        const char *path = source->files[i];
        if (is_used[i] && strchr(path, '/') && !strchr(path, ' '))
            text_write(&files, files.length > 0 ? ", %s" : "%s", path);
    }
    flattened->files = files.text;
}

// ---- declarations

static void write_name(const struct glsl_word *word, char name[FLATTENED_NAME_SIZE])
{
    snprintf(name, FLATTENED_NAME_SIZE, "%.*s", word->length, word->text);
}

// Adds the place that a declaration makes, such as "layout(binding = 0) uniform sampler2D u_input",
// "layout(binding = 0) readonly buffer From" or "uniform float s0_strength". `before`: the tokens
// before renaming.
static void note_place(const struct glsl *glsl, const struct glsl_word *before,
                       const struct glsl_item *item, struct flattened *flattened)
{
    struct flattened_place place = { .binding = -1, .is_read = true, .is_written = true };
    const struct glsl_word *words = glsl->words;
    int kind = -1;
    if (!glsl_is(words + item->first, "layout uniform"))
        return;
    for (int i = item->first; i < item->end; i++) {
        if (place.binding < 0 && glsl_is(words + i, "binding"))
            place.binding = atoi(words[i + 2].text);
        if (kind < 0 && glsl_is(words + i, "uniform buffer"))
            kind = i;
        place.is_read &= !glsl_is(words + i, "writeonly");
        place.is_written &= !glsl_is(words + i, "readonly");
    }
    if (kind < 0)
        return;
    int name = kind + 2;
    const char *type = words[kind + 1].text;
    if (glsl_is(words + kind, "buffer")) {
        place.kind = FLATTENED_BUFFER;
        name = kind + 1;
    } else if (text_begins_with(type, "sampler")) {
        place.kind = FLATTENED_SAMPLER;
    } else if (text_begins_with(type, "image") || text_begins_with(type + 1, "image")) {
        place.kind = FLATTENED_IMAGE;
    } else {
        place.kind = FLATTENED_UNIFORM;
    }
    write_name(words + name, place.name);
    write_name(before + name, place.uniform);
    flattened->places =
        memory_room(flattened->places, flattened->place_count, sizeof(*flattened->places));
    flattened->places[flattened->place_count++] = place;
}

void flatten_source(const struct shader_source *source, char names[][FLATTENED_STEP_SIZE],
                    struct flattened *flattened)
{
    struct glsl glsl;
    *flattened = (struct flattened){ 0 };
    glsl_init(&glsl, source->text, source);
    glsl_prepare(&glsl);
    glsl_prune(&glsl, "main");
    note_files(source, &glsl, flattened);
    struct glsl_word *before = rename_steps(&glsl, names);
    const struct glsl_items items = glsl_items_list(&glsl);
    for (int i = 0; i < items.count; i++) {
        struct glsl_word *word = glsl.words + items.all[i].first;
        const int line = glsl_line_end(word);
        if (i > 0 && word->file != word[-1].file) // an empty line separates two files
            glsl_set_space(&glsl, word, "%.*s\n%.*s", line, word->space, word->space_length - line,
                           word->space + line);
        note_place(&glsl, before, &items.all[i], flattened);
    }
    free(items.all);
    free(before);
    flattened->text = glsl_print(&glsl);
    glsl_finish(&glsl);
}

bool flatten_program(const struct program *program, char names[][FLATTENED_STEP_SIZE],
                     struct flattened *flattened, struct error *error)
{
    // Uses the source text without the code for renderers that round halves differently
    // (render/context/half_store.h), so that all machines export the same.
    const struct program_desc desc = program_cache_desc(program);
    struct shader_source source;
    if (!shader_source_load(&source, desc.file, desc.text, desc.defines, error))
        return false;
    flatten_source(&source, names, flattened);
    shader_source_finish(&source);
    return true;
}

void flatten_finish(struct flattened *flattened)
{
    free(flattened->files);
    free(flattened->text);
    free(flattened->places);
    *flattened = (struct flattened){ 0 };
}
