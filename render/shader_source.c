#define LOG_MODULE "shader"
#include "render/shader_source.h"

#include "render/file/embedded.h"
#include "render/file/text_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/text.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_PATH = 512, MAX_DEPTH = 8 };

static char directory[MAX_PATH]; // "": none
static bool ignores_directory;   // and the texts of a window
static const struct shader_edit *edits;

// ---- growing text, with the origin of each line

struct expansion {
    struct shader_source *source;
    size_t length, capacity; // of the text in bytes
    const char *defines;
    const char *before; // file that is still to be inserted after the head; NULL: none
    bool is_generated;  // the text may hold parts of a user's file
    int first_define, end_of_defines; // lines
    struct error *error;
};

static void write_line(struct expansion *expansion, const char *line, size_t length, int file,
                       int number)
{
    struct shader_source *source = expansion->source;
    const int count = source->line_count++;
    if (expansion->length + length + 2 > expansion->capacity) {
        expansion->capacity = 2 * (expansion->length + length + 2);
        source->text = memory_grow(source->text, expansion->capacity, 1);
    }
    source->lines = memory_room(source->lines, count, sizeof(*source->lines));
    memcpy(source->text + expansion->length, line, length);
    expansion->length += length + 1;
    memcpy(source->text + expansion->length - 1, "\n", sizeof("\n"));
    source->lines[count] = (struct shader_line){ file, number };
}

// Writes a #define line for each word of "GROUP=16 HALF".
static void write_defines(struct expansion *expansion)
{
    const char *at = expansion->defines ? expansion->defines : "";
    while (*(at += strspn(at, " ")) != '\0') {
        const int length = (int) strcspn(at, " "), name = (int) strcspn(at, " =");
        const int gap = name < length;
        char line[1024];
        const int written = snprintf(line, sizeof(line), "#define %.*s%.*s%.*s", name, at, gap, " ",
                                     length - name - gap, at + name + gap);
        assert(written < (int) sizeof(line));
        write_line(expansion, line, (size_t) written, -1, 0);
        at += length;
    }
}

// ---- files

static void path_in_folder(const char *file, char *path, size_t size)
{
    snprintf(path, size, "%s/%s", directory, file);
}

const char *shader_source_directory(void)
{
    return directory[0] ? directory : NULL;
}

void shader_source_pass_over(bool passes)
{
    ignores_directory = passes;
}

void shader_source_set_edits(const struct shader_edit *list)
{
    edits = list;
}

const char *shader_source_edited(const char *file, bool is_user_shader)
{
    for (const struct shader_edit *edit = edits; edit && edit->file && !ignores_directory; edit++)
        if (edit->is_user_shader == is_user_shader && strcmp(edit->file, file) == 0)
            return edit->text;
    return NULL;
}

// Returns true if a name stays below the root of the shaders.
static bool is_below_root(const char *file)
{
    if (file[0] == '/')
        return false;
    for (const char *part = file;; part++) { // behind each '/'
        if (text_begins_with(part, "..") && (part[2] == '/' || part[2] == '\0'))
            return false;
        part = strchr(part, '/');
        if (!part)
            return true;
    }
}

bool shader_source_is_built_in(const char *file)
{
    char path[2 * MAX_PATH];
    struct stat status;
    path_in_folder(file, path, sizeof(path));
    return ignores_directory || !directory[0] || !is_below_root(file) ||
           (stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR));
}

void shader_source_path(const char *file, char *path, size_t size)
{
    if (shader_source_is_built_in(file))
        snprintf(path, size, "shaders/%s", file);
    else
        path_in_folder(file, path, size);
}

bool shader_source_set_directory(const char *path, struct error *error)
{
    static const char root[] = "shaders/";
    struct stat status;
    if (!path) {
        directory[0] = '\0';
        return true;
    }
    if (strlen(path) >= sizeof(directory))
        return error_set(error, "the folder's name is longer than %d bytes", MAX_PATH - 1);
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))
        return error_set(error, "%s is no folder; the shaders of the project are in shaders/",
                         path);
    snprintf(directory, sizeof(directory), "%s", path);
    bool holds_any = false;
    for (const struct embedded_file *file = embedded_files; file->path; file++)
        holds_any |= text_begins_with(file->path, root) &&
                     !shader_source_is_built_in(file->path + strlen(root));
    if (!holds_any)
        log_note("%s has none of the program's shaders, so the built-in ones run", path);
    return true;
}

static const struct embedded_file *find_embedded(const char *file)
{
    char path[MAX_PATH];
    snprintf(path, sizeof(path), "shaders/%s", file);
    return embedded_find(path);
}

static char *read_built_in(const char *file, struct error *error)
{
    const struct embedded_file *found = find_embedded(file);
    if (found)
        return memory_copy(found->text);
    error_set(error, "there is no shader %.*s", names_shown(strlen(file)), file);
    return NULL;
}

char *shader_source_read(const char *file, struct error *error)
{
    char path[2 * MAX_PATH];
    const char *text = shader_source_edited(file, false);
    if (text)
        return memory_copy(text);
    if (shader_source_is_built_in(file))
        return read_built_in(file, error);
    path_in_folder(file, path, sizeof(path));
    return text_file_read(path, "shader", SHADER_SOURCE_MAX_BYTES, error);
}

// ---- expansion

// Returns the number of a file of the source; -1: it has none of that name.
static int find_file(const struct shader_source *source, const char *name, size_t length)
{
    for (int i = 0; i < source->file_count; i++)
        if (strlen(source->files[i]) == length && memcmp(source->files[i], name, length) == 0)
            return i;
    return -1;
}

static int add_file(struct shader_source *source, const char *name, size_t length)
{
    if (source->file_count == SHADER_SOURCE_MAX_FILES)
        return SHADER_SOURCE_MAX_FILES;
    char *copy = memory_new(length + 1, 1);
    source->files[source->file_count] = memcpy(copy, name, length);
    return source->file_count++;
}

// Returns the text in double quotes at `at`, which is not terminated; NULL: there is none.
static const char *quoted(const char *at, size_t *length)
{
    *length = *at == '"' ? strcspn(at + 1, "\"\n") : 0;
    return *at == '"' && at[1 + *length] == '"' ? at + 1 : NULL;
}

// Returns the name in `#include "name"` or `#include again "name"`; NULL for any other line.
static const char *find_include(const char *line, size_t *length, bool *is_again)
{
    static const char word[] = "#include ", again[] = "again ";
    if (!text_begins_with(line, word))
        return NULL;
    line += sizeof(word) - 1;
    *is_again = text_begins_with(line, again);
    return quoted(line + (*is_again ? sizeof(again) - 1 : 0), length);
}

static bool expand_text(struct expansion *expansion, const char *text, int file, int depth);

// Generated text may include only files that are built in, even if the folder has others. A file of
// the folder may include any file of the folder.
static bool expand_include(struct expansion *expansion, const char *name, size_t length,
                           bool is_again, int depth)
{
    int file = find_file(expansion->source, name, length);
    if (file >= 0 && !is_again)
        return true;
    if (file < 0)
        file = add_file(expansion->source, name, length);
    if (file == SHADER_SOURCE_MAX_FILES)
        return error_set(expansion->error, "%s and what it includes are more than %d files",
                         expansion->source->files[0], SHADER_SOURCE_MAX_FILES);
    if (depth == MAX_DEPTH)
        return error_set(expansion->error, "%.*s is included more than %d files deep", (int) length,
                         name, MAX_DEPTH);
    const char *path = expansion->source->files[file];
    const bool is_open = depth > 0 || !expansion->is_generated || find_embedded(path);
    char *text = (is_open ? shader_source_read : read_built_in)(path, expansion->error);
    const bool is_fine = text && expand_text(expansion, text, file, depth + 1);
    free(text);
    return is_fine;
}

static const char *file_name(const struct shader_source *source, int file)
{
    return file < 0 ? "(defines)" : source->files[file];
}

// Returns the index of the file that #line 12 "glow.glsl" names; `file` if the line names none.
static int named_file(struct shader_source *source, const char *line, int file)
{
    size_t length;
    const char *name = quoted(line + strcspn(line, "\"\n"), &length);
    int found = name ? find_file(source, name, length) : file;
    if (found >= 0 || !name)
        return found;
    found = add_file(source, name, length);
    if (found == SHADER_SOURCE_MAX_FILES)
        return file;
    source->is_named[found] = true;
    return found;
}

// Returns true if a block comment is open after a line; `is_inside`: one is open before it.
static bool ends_in_comment(const char *line, size_t length, bool is_inside)
{
    for (const char *at = line; at + 1 < line + length; at++) {
        const bool is_mark =
            is_inside ? at[0] == '*' && at[1] == '/' : at[0] == '/' && at[1] == '*';
        if (!is_inside && at[0] == '/' && at[1] == '/')
            return false;
        is_inside ^= is_mark;
        at += is_mark;
    }
    return is_inside;
}

static bool expand_text(struct expansion *expansion, const char *text, int file, int depth)
{
    const int own = file;
    int number = 0;
    bool is_inside = false;                 // inside a block comment
    struct shader_line comment = { -1, 0 }; // where it begins
    for (const char *line = text; *line;) {
        const size_t length = strcspn(line, "\n");
        size_t name_length = 0;
        bool is_again = false;
        const char *name = is_inside ? NULL : find_include(line, &name_length, &is_again);
        number++;
        const bool is_version = !is_inside && text_begins_with(line, "#version");
        const bool is_line = !is_inside && text_begins_with(line, "#line ");
        const int given = is_line ? atoi(line + 6) : -1; // the number of "#line 12"
        if (given >= 0) {
            file = given == 0 ? -1 : named_file(expansion->source, line, own);
            number = given - 1;
        }
        // Nothing but directives may stand before an #extension.
        const bool is_head = line == text || is_version || given >= 0 ||
                             (file < 0 && line[0] == '#' && !name) ||
                             text_begins_with(line, "#extension");
        if (depth == 0 && expansion->before && !is_head) {
            const char *before = expansion->before;
            expansion->before = NULL;
            if (!expand_include(expansion, before, strlen(before), false, 0))
                return false;
        }
        if (given >= 0 || (is_version && depth > 0))
            ; // #line, and #version of an included shader, are not written
        else if (!name)
            write_line(expansion, line, length, file, number);
        else if (!expand_include(expansion, name, name_length, is_again, depth))
            return false;
        if (is_version && depth == 0) {
            expansion->first_define = expansion->source->line_count;
            write_defines(expansion);
            expansion->end_of_defines = expansion->source->line_count;
        }
        if (!is_inside)
            comment = (struct shader_line){ file, number };
        is_inside = ends_in_comment(line, length, is_inside);
        line += length + (line[length] == '\n');
    }
    return !is_inside ||
           error_set(expansion->error, "%s:%d: the comment that begins here has no end",
                     file_name(expansion->source, comment.file), comment.line);
}

// ---- unused defines

static bool is_of_word(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

static bool is_in_comment(const char *text, const char *at)
{
    while (at > text && at[-1] != '\n')
        if (*--at == '/' && at[1] == '/')
            return true;
    return false;
}

// Returns the number of times that the word occurs in code, outside of comments.
static int count_word(const char *text, const char *word, size_t length)
{
    char key[160];
    int found = 0;
    assert(length < sizeof(key));
    snprintf(key, sizeof(key), "%.*s", (int) length, word);
    for (const char *at = text; (at = strstr(at, key)); at += length) {
        const bool is_word = (at == text || !is_of_word(at[-1])) && !is_of_word(at[length]);
        found += is_word && !is_in_comment(text, at);
    }
    return found;
}

static void drop_unused_defines(const struct expansion *expansion)
{
    struct shader_source *source = expansion->source;
    char *text = source->text;
    for (int line = 0; line < expansion->first_define; line++)
        text += strcspn(text, "\n") + 1;
    for (int line = expansion->first_define, rest = expansion->end_of_defines - line; rest > 0;
         rest--) {
        const char *name = text + strlen("#define ");
        if (count_word(source->text, name, strcspn(name, " \n")) > 1) {
            text += strcspn(text, "\n") + 1;
            line++;
        } else {
            const char *next = text + strcspn(text, "\n") + 1;
            const size_t below = (size_t) (--source->line_count - line);
            memmove(text, next, strlen(next) + 1);
            memmove(source->lines + line, source->lines + line + 1, below * sizeof(*source->lines));
        }
    }
}

bool shader_source_load_around(struct shader_source *source, const char *file, const char *text,
                               const char *defines, const char *before, const char *after,
                               struct error *error)
{
    *source = (struct shader_source){ 0 };
    struct expansion expansion = {
        .source = source,
        .defines = defines,
        .before = before,
        .is_generated = text,
        .error = error,
    };
    char *read = text ? NULL : shader_source_read(file, error);
    const char *all = text ? text : read;
    bool is_fine = all && (all[0] || error_set(error, "%s is empty", file)) &&
                   expand_text(&expansion, all, add_file(source, file, strlen(file)), 0);
    if (is_fine) {
        if (after)
            write_line(&expansion, after, strlen(after), -1, 0);
        drop_unused_defines(&expansion);
    } else {
        shader_source_finish(source);
    }
    free(read);
    return is_fine;
}

bool shader_source_load(struct shader_source *source, const char *file, const char *text,
                        const char *defines, struct error *error)
{
    return shader_source_load_around(source, file, text, defines, NULL, NULL, error);
}

void shader_source_finish(struct shader_source *source)
{
    for (int i = 0; i < source->file_count; i++)
        free(source->files[i]);
    free(source->text);
    free(source->lines);
    *source = (struct shader_source){ 0 };
}

// ---- messages

bool shader_source_named_place(const struct shader_source *source, char *place, size_t size)
{
    for (int i = 0; i < source->line_count; i++) {
        const struct shader_line *line = &source->lines[i];
        if (line->file >= 0 && source->is_named[line->file]) {
            snprintf(place, size, "%s:%d", source->files[line->file], line->line);
            return true;
        }
    }
    return false;
}

// Parses a line of a log: "0:12(3): error: words" (Mesa), "0(12) : error C1: words" (NVIDIA) or
// "ERROR: 0:12: words" (AMD, Intel). Returns the words and sets the line number; NULL: no message,
// or a warning.
static const char *parse_message(const char *line, int *number)
{
    const char *at = line + strcspn(line, "0123456789");
    while (isdigit((unsigned char) *at))
        at++;
    if ((*at != ':' && *at != '(') || !isdigit((unsigned char) at[1]))
        return NULL;
    *number = atoi(at + 1);
    const char *words = strchr(at + 1, ':');
    if (!words)
        return NULL;
    words += strspn(words, ": ");
    if (text_begins_with(line, "WARNING") || text_begins_with(words, "warning"))
        return NULL;
    if (text_begins_with(words, "error") && strchr(words, ':'))
        words = strchr(words, ':') + 1;
    return words + strspn(words, " ");
}

void shader_source_map_log(const struct shader_source *source, const char *log, char *out,
                           size_t size)
{
    int number = 0;
    for (const char *line = log; *line;) {
        const int length = (int) strcspn(line, "\n");
        const char *words = parse_message(line, &number);
        if (words && words < line + length && number > 0 && number <= source->line_count) {
            const struct shader_line *place = &source->lines[number - 1];
            snprintf(out, size, "%s:%d: %.*s", file_name(source, place->file), place->line,
                     (int) (line + length - words), words);
            return;
        }
        line += length + (line[length] == '\n');
    }
    snprintf(out, size, "%s: %.*s", source->file_count > 0 ? source->files[0] : "shader",
             (int) strcspn(log, "\n"), log);
}
