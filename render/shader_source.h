#pragma once

#include "render/text/error.h"

#include <stddef.h>

// Reads GLSL from a folder, or where that has no such file from the program itself, and puts its
// includes in, each file once.
//
//   #include "pointwise/pixel.glsl"       from the root of the shaders, in any shader
//   #include again "pointwise/pixel.glsl" also after it was included, with other macros
//
// It stands at the beginning of a line, and not within a comment. A name does not leave the root,
// by a ".." or a '/' at its beginning. Generated text, which may hold parts of a user's file,
// includes files of the program alone.
//
// A whole shader may be included too; its own `#version` is then left out. "#line 12" gives the
// line behind it that number for messages, #line 12 "glow.glsl" that file, too, and "#line 0" says
// that what follows is generated. Each word NAME or NAME=VALUE of `defines` becomes a `#define`
// line behind `#version`, if the code names it. Programs that differ only in defines that do not
// matter to them thus have one text, which a driver's cache knows again.

enum { SHADER_SOURCE_MAX_FILES = 32, SHADER_SOURCE_MAX_BYTES = 1 << 20 };

struct shader_source {
    char *text; // owned
    int file_count;
    char *files[SHADER_SOURCE_MAX_FILES];   // owned names
    bool is_named[SHADER_SOURCE_MAX_FILES]; // by a #line alone: nothing was read from it
    int line_count;
    struct shader_line {
        int file, line; // where a line of `text` comes from, from 1; file -1: generated
    } * lines;          // owned
};

// Reads the shaders that `directory` has from there from now on (a copy is kept); NULL goes back to
// the built-in ones. False when it is no folder.
bool shader_source_set_directory(const char *directory, struct error *error);

// Returns the folder that was set; NULL: none.
const char *shader_source_directory(void);

// Writes which of the program's shaders a folder has changed, behind a hash of their texts:
// "98edb46d43f11ad1 gaussian/gaussian.frag"; of many only the first names. Returns whether there is
// one, otherwise ""; `folder` may be NULL.
bool shader_source_print_changes(const char *folder, char *out, size_t size);

// Passes over the folder that was set, for as long as it is said to.
void shader_source_pass_over(bool passes);

// Reads one file as it is written, includes and all, for the caller to free. NULL where it is
// missing, which the error names.
char *shader_source_read(const char *file, struct error *error);

// Returns whether the file is read from the program itself.
bool shader_source_is_built_in(const char *file);

// Writes where that file lies: in the folder that was set, or "shaders/dual/dual.comp".
void shader_source_path(const char *file, char *path, size_t size);

// Loads `file`, as "dual/dual.comp", or with `text` generated text, which messages call `file`,
// into a struct that shader_source_finish frees. False where a file is missing, which the error
// names.
bool shader_source_load(struct shader_source *source, const char *file, const char *text,
                        const char *defines, struct error *error);

// Like shader_source_load, with the file `before` behind the version, defines and extensions, and
// the text `after` at the end; NULL: none.
bool shader_source_load_around(struct shader_source *source, const char *file, const char *text,
                               const char *defines, const char *before, const char *after,
                               struct error *error);

// Writes the first place in a file that a #line names, as "glow.glsl:12". False: none does.
bool shader_source_named_place(const struct shader_source *source, char *place, size_t size);

void shader_source_finish(struct shader_source *source);

// Writes the first error of a compiler's log with the file and line where it stands:
// "dual.glsl:12: 'foo' undeclared". Understands the logs of Mesa, NVIDIA, AMD and Intel.
void shader_source_map_log(const struct shader_source *source, const char *log, char *out,
                           size_t size);
