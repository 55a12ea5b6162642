#pragma once

#include "render/text/error.h"

#include <stddef.h>

// Loads GLSL sources and expands their includes, each file once. Files are read from the shader
// folder, if one is set and has the file, and otherwise from the copies built into the program.
//
//   #include "pointwise/pixel.glsl"       from the root of the shaders, in any shader
//   #include again "pointwise/pixel.glsl" also after it was included, with other macros
//
// The directive must be at the beginning of a line, outside of comments. Names must stay below the
// root: no ".." and no leading '/'. Generated text, which may contain parts of a user's file, can
// include only files that the program has too.
//
// A whole shader may be included too; its own `#version` is then left out. For messages "#line 12"
// sets the number of the next line, #line 12 "glow.glsl" also its file, and "#line 0" marks the
// following text as generated. Each word NAME or NAME=VALUE of `defines` becomes a `#define` line
// after `#version`, but only if the code uses that name: then programs that differ in unused
// defines have equal sources, which the driver's shader cache recognises.

enum { SHADER_SOURCE_MAX_FILES = 32, SHADER_SOURCE_MAX_BYTES = 1 << 20 };

struct shader_source {
    char *text; // owned
    int file_count;
    char *files[SHADER_SOURCE_MAX_FILES];   // owned names
    bool is_named[SHADER_SOURCE_MAX_FILES]; // named only by a #line; the file was not read
    int line_count;
    struct shader_line {
        int file, line; // origin of a line of `text`: index in `files` or -1, and line from 1
    } * lines;          // owned
};

// Sets the shader folder (the string is copied); NULL: use the built-in shaders only. Returns false
// if it is no folder.
bool shader_source_set_directory(const char *directory, struct error *error);

// Returns the shader folder; NULL: none.
const char *shader_source_directory(void);

// Writes a hash of those shaders, edited or in `folder` (NULL: none), that differ from the built-in
// ones, and up to four of their names: "98edb46d43f11ad1 gaussian/gaussian.frag". Returns false and
// writes "" if there are none.
bool shader_source_print_changes(const char *folder, char *out, size_t size);

// Texts that are read instead of the files of these names, because a window edits them: files in
// the shader folder or built in, and shader files that are steps, by their paths.
struct shader_edit {
    const char *file, *text;
    bool is_user_shader; // a shader file that is a step
};

// Borrows the list, which ends with a file NULL; NULL: no text is edited.
void shader_source_set_edits(const struct shader_edit *list);

// Returns the text that is read instead of the file; NULL: none.
const char *shader_source_edited(const char *file, bool is_user_shader);

// While set, the shader folder and edited texts are ignored.
void shader_source_pass_over(bool passes);

// Reads one file without expanding includes; the caller frees the result. NULL: the file is
// missing.
char *shader_source_read(const char *file, struct error *error);

// Returns true if the file would be read from the built-in copies.
bool shader_source_is_built_in(const char *file);

// Writes the path of a file for messages: in the shader folder, or "shaders/dual/dual.comp" if it
// is built in.
void shader_source_path(const char *file, char *path, size_t size);

// Loads and expands `file`, such as "dual/dual.comp", or generated `text` (unless NULL), for which
// `file` is the name in messages. Free it with shader_source_finish. Returns false, with an error,
// for example if a file is missing.
bool shader_source_load(struct shader_source *source, const char *file, const char *text,
                        const char *defines, struct error *error);

// Like shader_source_load, but inserts the file `before` after #version, defines and extensions,
// and appends the text `after`; NULL: none.
bool shader_source_load_around(struct shader_source *source, const char *file, const char *text,
                               const char *defines, const char *before, const char *after,
                               struct error *error);

// Writes the first origin that a #line with a file name has set, as "glow.glsl:12". Returns false
// if there is none.
bool shader_source_named_place(const struct shader_source *source, char *place, size_t size);

void shader_source_finish(struct shader_source *source);

// Writes the first error of a compiler's log with its original file and line: "dual.glsl:12: 'foo'
// undeclared". It parses the logs of Mesa, NVIDIA, AMD and Intel.
void shader_source_map_log(const struct shader_source *source, const char *log, char *out,
                           size_t size);
