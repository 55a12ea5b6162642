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
static bool new_name(const struct glsl_word *word, const char *const names[],
                     struct text_writer *name)
{
    static const char own[] = "halation_";
    const int length = (int) strlen(own);
    char *end;
    name->length = 0;
    if (word->length > length && text_begins_with(word->text, own)) {
        text_write(name, "%s%.*s", isdigit((unsigned char) word->text[length]) ? "value_" : "",
                   word->length - length, word->text + length);
        return true;
    }
    if (word->text[0] != 's' || !isdigit((unsigned char) word->text[1]))
        return false;
    const long step = strtol(word->text + 1, &end, 10);
    for (long i = 0; i <= step; i++)
        if (!names[i] || *end != '_')
            return false;
    const int head = (int) (end - word->text);
    text_write(name, "%s%.*s", names[step], word->length - head, word->text + head);
    return true;
}

// Replaces the prefixes of steps by their names; a name that is already used gets an underscore.
// Returns the tokens as they were before, which the caller frees.
static struct glsl_word *rename_steps(struct glsl *glsl, const char *const names[])
{
    struct text_writer name = { 0 };
    struct glsl all = *glsl; // the tokens before renaming, to find used names
    all.words = memory_new((size_t) glsl->count, sizeof(*all.words));
    memcpy(all.words, glsl->words, (size_t) glsl->count * sizeof(*all.words));
    for (int i = 0; i < glsl->count; i++) {
        if (!glsl_is_name(&all.words[i]) || !new_name(&all.words[i], names, &name))
            continue;
        bool is_taken = false;
        for (int k = 0; k < all.count; k++)
            is_taken |= glsl_is(&all.words[k], name.text);
        text_write(&name, is_taken ? "_" : "");
        glsl_replace(glsl, i, name.text);
    }
    free(name.text);
    return all.words;
}

// ---- the text

char *flatten_tidy(const char *text)
{
    char *out = memory_new(strlen(text) + 2, 1), *to = out;
    int ends = 2;
    for (const char *at = text; *at; at++) {
        while (*at == '\n' && to > out && to[-1] == ' ')
            to--;
        ends = *at == '\n' ? ends + 1 : 0;
        if (ends <= 2)
            *to++ = *at;
    }
    while (to > out && (to[-1] == '\n' || to[-1] == ' '))
        to--;
    strcpy(to, "\n");
    return out;
}

static void note_files(const struct shader_source *source, const struct glsl *glsl,
                       struct flattened *flattened)
{
    bool is_used[SHADER_SOURCE_MAX_FILES] = { false };
    for (int i = 0; i < glsl->count - 1; i++)
        if (glsl->words[i].file >= 0)
            is_used[glsl->words[i].file] = true;
    for (int i = 0; i < source->file_count; i++)
        if (is_used[i] && strchr(source->files[i], '/') && !strchr(source->files[i], ' '))
            flattened->files[flattened->file_count++] = memory_copy(source->files[i]);
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
    struct flattened_place noted = { .binding = -1, .is_read = true, .is_written = true };
    const struct glsl_word *words = glsl->words;
    int kind = -1;
    if (!glsl_is(&words[item->first], "layout uniform"))
        return;
    for (int i = item->first; i < item->end; i++) {
        if (noted.binding < 0 && glsl_is(&words[i], "binding"))
            noted.binding = atoi(words[i + 2].text);
        if (kind < 0 && glsl_is(&words[i], "uniform buffer"))
            kind = i;
        noted.is_read &= !glsl_is(&words[i], "writeonly");
        noted.is_written &= !glsl_is(&words[i], "readonly");
    }
    if (kind < 0)
        return;
    const bool is_buffer = glsl_is(&words[kind], "buffer");
    const int name = is_buffer ? kind + 1 : kind + 2;
    const char *type = words[kind + 1].text;
    const int letters = type[0] == 'u' || (type[0] == 'i' && type[1] == 'i'); // of uimage2D
    noted.kind = is_buffer                                   ? FLATTENED_BUFFER
                 : text_begins_with(type, "sampler")         ? FLATTENED_SAMPLER
                 : text_begins_with(type + letters, "image") ? FLATTENED_IMAGE
                                                             : FLATTENED_UNIFORM;
    write_name(&words[name], noted.name);
    write_name(&before[name], noted.uniform);
    flattened->places = memory_grow(flattened->places, (size_t) flattened->place_count + 1,
                                    sizeof(*flattened->places));
    flattened->places[flattened->place_count++] = noted;
}

void flatten_source(const struct shader_source *source, const char *const names[],
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
        struct glsl_word *word = &glsl.words[items.all[i].first];
        const int line = glsl_line_end(word);
        if (i > 0 && word->file != word[-1].file) // an empty line separates two files
            glsl_set_space(&glsl, word, "%.*s\n%.*s", line, word->space, word->space_length - line,
                           word->space + line);
        note_place(&glsl, before, &items.all[i], flattened);
    }
    free(items.all);
    free(before);
    char *text = glsl_print(&glsl);
    flattened->text = flatten_tidy(text);
    free(text);
    glsl_finish(&glsl);
}

bool flatten_program(const struct program *program, const char *const names[],
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
    for (int i = 0; i < flattened->file_count; i++)
        free(flattened->files[i]);
    free(flattened->text);
    free(flattened->places);
    *flattened = (struct flattened){ 0 };
}
